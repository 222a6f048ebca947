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
</context>
<context>
    <name>nest::ui::ClusterPicker</name>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
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
</context>
<context>
    <name>nest::ui::LayerStrip</name>
    <message numerus="yes">
        <source>%1 layers in %n stage(s)</source>
        <translation>
            <numerusform>%1 layers in one stage</numerusform>
            <numerusform>%1 layers in %n stages</numerusform>
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
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
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
</context>
</TS>
