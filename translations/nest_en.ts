<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Status</name>
    <message numerus="yes">
        <source>%1 (%n candidate(s))</source>
        <comment>reason and its count</comment>
        <translation>
            <numerusform>%1 (%n candidate)</numerusform>
            <numerusform>%1 (%n candidates)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::BoxPicture</name>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 device</numerusform>
            <numerusform>%1 devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::CandidatesTable</name>
    <message numerus="yes">
        <source>full, first %n layer(s)</source>
        <translation>
            <numerusform>full, first layer</numerusform>
            <numerusform>full, first %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>full for the first layers, on %1 of %n stage(s)</source>
        <translation>
            <numerusform>full for the first layers, on %1 of %n stage</numerusform>
            <numerusform>full for the first layers, on %1 of %n stages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::ClusterPicker</name>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 device</numerusform>
            <numerusform>%1 devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::DegreesTable</name>
    <message numerus="yes">
        <source>pp %1 is more than the %n layer(s)</source>
        <translation>
            <numerusform>pp %1 is more than the one layer</numerusform>
            <numerusform>pp %1 is more than the %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key/value head(s): each is copied on %1 ranks</source>
        <translation>
            <numerusform>%n key/value head: it is copied on %1 ranks</numerusform>
            <numerusform>%n key/value heads: each is copied on %1 ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::HeaderBar</name>
    <message numerus="yes">
        <source>%n assumed value(s)</source>
        <translation>
            <numerusform>%n assumed value</numerusform>
            <numerusform>%n assumed values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::Inspector</name>
    <message numerus="yes">
        <source>%n layer(s), %1 to %2</source>
        <translation>
            <numerusform>%n layer, %1 to %2</numerusform>
            <numerusform>%n layers, %1 to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) in %1 chunks between %2 and %3</source>
        <translation>
            <numerusform>%n layer in %1 chunks between %2 and %3</numerusform>
            <numerusform>%n layers in %1 chunks between %2 and %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::LayerGraph</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n box(es) in view</source>
        <translation>
            <numerusform>%1 of %n box in view</numerusform>
            <numerusform>%1 of %n boxes in view</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::LayerStrip</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stage(s)</source>
        <translation>
            <numerusform>%n stage</numerusform>
            <numerusform>%n stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Border before layer %1: %n layer(s) in %2, %3 in %4.</source>
        <translation>
            <numerusform>Border before layer %1: %n layer in %2, %3 in %4.</numerusform>
            <numerusform>Border before layer %1: %n layers in %2, %3 in %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Interleaved: the devices of every stage hold %n chunk(s) of layers, which can&apos;t be moved here. Click one to see its stage.</source>
        <translation>
            <numerusform>Interleaved: the devices of every stage hold %n chunk of layers, which can&apos;t be moved here. Click one to see its stage.</numerusform>
            <numerusform>Interleaved: the devices of every stage hold %n chunks of layers, which can&apos;t be moved here. Click one to see its stage.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::MainWindow</name>
    <message numerus="yes">
        <source>%1 node(s)</source>
        <translation>
            <numerusform>%1 node</numerusform>
            <numerusform>%1 nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::ModelHead</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s)</source>
        <translation>
            <numerusform>%1 token</numerusform>
            <numerusform>%1 tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::PasteCard</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key/value head(s)</source>
        <translation>
            <numerusform>%n key/value head</numerusform>
            <numerusform>%n key/value heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expert(s)</source>
        <translation>
            <numerusform>%n expert</numerusform>
            <numerusform>%n experts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n node(s) of %2</source>
        <translation>
            <numerusform>%1 on %n node of %2</numerusform>
            <numerusform>%1 on %n nodes of %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The layout takes %1 device(s); this cluster has %2.</source>
        <translation>
            <numerusform>The layout takes %1 device; this cluster has %2.</numerusform>
            <numerusform>The layout takes %1 devices; this cluster has %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The layout takes %1 device(s); %2 are to be used.</source>
        <translation>
            <numerusform>The layout takes %1 device; %2 are to be used.</numerusform>
            <numerusform>The layout takes %1 devices; %2 are to be used.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::PlanNotes</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::ProofChart</name>
    <message numerus="yes">
        <source>%1 candidate(s)</source>
        <translation>
            <numerusform>%1 candidate</numerusform>
            <numerusform>%1 candidates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 candidate(s) undecided: a faster plan may be among them, by at most %2.</source>
        <translation>
            <numerusform>%1 candidate is undecided: a faster plan may be behind it, by at most %2.</numerusform>
            <numerusform>%1 candidates are undecided: a faster plan may be among them, by at most %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::SizeChart</name>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 device</numerusform>
            <numerusform>%1 devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::SizeDialog</name>
    <message numerus="yes">
        <source>%1 node(s)</source>
        <translation>
            <numerusform>%1 node</numerusform>
            <numerusform>%1 nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 device</numerusform>
            <numerusform>%1 devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Use %1 node(s)</source>
        <translation>
            <numerusform>Use %1 node</numerusform>
            <numerusform>Use %1 nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::StartPage</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expert(s)</source>
        <translation>
            <numerusform>%n expert</numerusform>
            <numerusform>%n experts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n project(s) were not closed properly</source>
        <translation>
            <numerusform>One project was not closed properly</numerusform>
            <numerusform>%n projects were not closed properly</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::StatusFields</name>
    <message numerus="yes">
        <source>%n level(s)</source>
        <translation>
            <numerusform>%n level</numerusform>
            <numerusform>%n levels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 candidate(s)</source>
        <translation>
            <numerusform>%1 candidate</numerusform>
            <numerusform>%1 candidates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 device</numerusform>
            <numerusform>%1 devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 exact search(es)</source>
        <translation>
            <numerusform>%1 exact search</numerusform>
            <numerusform>%1 exact searches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::SummaryCards</name>
    <message numerus="yes">
        <source> · %1 device(s) idle</source>
        <translation>
            <numerusform> · %1 device idle</numerusform>
            <numerusform> · %1 devices idle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 candidate(s) in %2</source>
        <translation>
            <numerusform>%1 candidate in %2</numerusform>
            <numerusform>%1 candidates in %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::Timeline</name>
    <message numerus="yes">
        <source>%1 later pass(es) are not listed</source>
        <translation>
            <numerusform>%1 later pass is not listed</numerusform>
            <numerusform>%1 later passes are not listed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::VerdictBar</name>
    <message numerus="yes">
        <source>%1 sequence(s) a step</source>
        <translation>
            <numerusform>%1 sequence a step</numerusform>
            <numerusform>%1 sequences a step</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %1 token(s)</source>
        <translation>
            <numerusform>of %1 token</numerusform>
            <numerusform>of %1 tokens</numerusform>
        </translation>
    </message>
</context>
</TS>
