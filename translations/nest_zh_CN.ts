<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;New project</source>
        <translation>新建项目(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open...</source>
        <translation>打开(&amp;O)...</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as...</source>
        <translation>另存为(&amp;A)...</translation>
    </message>
    <message>
        <source>Export &amp;plan...</source>
        <translation>导出方案(&amp;P)...</translation>
    </message>
    <message>
        <source>Export stages as &amp;CSV...</source>
        <translation>将阶段导出为 CSV(&amp;C)...</translation>
    </message>
    <message>
        <source>Export charts as &amp;images...</source>
        <translation>将图表导出为图片(&amp;I)...</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Copy layout line</source>
        <translation>复制布局文本(&amp;C)</translation>
    </message>
    <message>
        <source>Reset all &amp;options</source>
        <translation>重置所有选项(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Solve</source>
        <translation>求解(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Topology</source>
        <translation>拓扑(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>方案(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Options panel</source>
        <translation>选项面板(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>检查器(&amp;I)</translation>
    </message>
    <message>
        <source>P&amp;roblems and log</source>
        <translation>问题与日志(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Find an option</source>
        <translation>查找选项(&amp;F)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>&amp;About NEST Planner</source>
        <translation>关于 NEST Planner(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Keep this plan</source>
        <translation>保留此方案(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Drop the edits by hand</source>
        <translation>放弃手动编辑(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>no plan is shown</source>
        <translation>当前没有显示方案</translation>
    </message>
    <message>
        <source>Export &amp;best plans as CSV...</source>
        <translation>将最佳方案导出为 CSV(&amp;B)...</translation>
    </message>
    <message>
        <source>nothing to undo</source>
        <translation>没有可撤销的操作</translation>
    </message>
    <message>
        <source>nothing to redo</source>
        <translation>没有可重做的操作</translation>
    </message>
    <message>
        <source>no search is running</source>
        <translation>没有正在进行的搜索</translation>
    </message>
    <message>
        <source>Pr&amp;esentation mode</source>
        <translation>演示模式(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>New &amp;window</source>
        <translation>新建窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>备注(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Export for an engine...</source>
        <translation>为训练引擎导出(&amp;E)...</translation>
    </message>
    <message>
        <source>nothing was edited by hand</source>
        <translation>没有手动编辑</translation>
    </message>
    <message>
        <source>&amp;Fix this layout in the search</source>
        <translation>在搜索中固定此布局(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Why not another layout?</source>
        <translation>为何不用别的布局？(&amp;W)</translation>
    </message>
    <message>
        <source>Comman&amp;d palette...</source>
        <translation>命令面板(&amp;D)...</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>What would &amp;help?</source>
        <translation>怎样改进？(&amp;H)</translation>
    </message>
    <message>
        <source>How &amp;many devices?</source>
        <translation>需要多少设备？(&amp;M)</translation>
    </message>
</context>
<context>
    <name>Assumed</name>
    <message>
        <source>matmul efficiency</source>
        <translation>matmul 效率</translation>
    </message>
    <message>
        <source>memory efficiency</source>
        <translation>显存效率</translation>
    </message>
    <message>
        <source>launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>reserve for fragmentation</source>
        <translation>碎片预留</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>peak arithmetic</source>
        <translation>峰值算力</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>key/value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <source>width of a head</source>
        <translation>头宽</translation>
    </message>
    <message>
        <source>learned positions</source>
        <translation>可学习位置数</translation>
    </message>
    <message>
        <source>segment types</source>
        <translation>段类型数</translation>
    </message>
    <message>
        <source>full attention in place of a sliding window</source>
        <translation>以完整注意力代替滑动窗口</translation>
    </message>
    <message>
        <source>latency of level %1</source>
        <translation>层级 %1 的延迟</translation>
    </message>
    <message>
        <source>bandwidth of level %1</source>
        <translation>层级 %1 的带宽</translation>
    </message>
    <message>
        <source>devices in a group of level %1</source>
        <translation>层级 %1 每组设备数</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Topology: %1</source>
        <translation>拓扑：%1</translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation>设备：%1</translation>
    </message>
    <message>
        <source>SwiGLU in place of %1</source>
        <translation>以 SwiGLU 代替 %1</translation>
    </message>
    <message>
        <source>GELU in place of %1</source>
        <translation>以 GELU 代替 %1</translation>
    </message>
    <message>
        <source>no biases in place of %1</source>
        <translation>以无偏置代替 %1</translation>
    </message>
    <message>
        <source>biases of queries, keys and values in place of %1</source>
        <translation>以查询、键和值的偏置代替 %1</translation>
    </message>
    <message>
        <source>full attention in place of %1</source>
        <translation>以完整注意力代替 %1</translation>
    </message>
    <message>
        <source>no cross-attention in place of %1</source>
        <translation>以无交叉注意力代替 %1</translation>
    </message>
    <message>
        <source>absolute positions in place of %1</source>
        <translation>以绝对位置代替 %1</translation>
    </message>
    <message>
        <source>the width over the heads in place of %1</source>
        <translation>以宽度除以头数代替 %1</translation>
    </message>
    <message>
        <source>plain rotary positions in place of %1</source>
        <translation>以普通旋转位置编码代替 %1</translation>
    </message>
    <message>
        <source>weights of the chosen precision in place of %1</source>
        <translation>以所选精度的权重代替 %1</translation>
    </message>
    <message>
        <source>no experts in place of %1</source>
        <translation>以无专家代替 %1</translation>
    </message>
</context>
<context>
    <name>Cost</name>
    <message>
        <source>fw + bw of one micro-batch</source>
        <translation>单个微批次的 fw + bw</translation>
    </message>
    <message>
        <source>sum over layers of max(FLOP / (peak x efficiency), bytes / (bandwidth x efficiency)) + launch</source>
        <translation>对各层求和 max(FLOP / (峰值 x 效率), 字节 / (带宽 x 效率)) + 启动开销</translation>
    </message>
    <message>
        <source>as forward with twice the FLOP and bytes</source>
        <translation>同前向，FLOP 和字节数加倍</translation>
    </message>
    <message>
        <source>the forward work done again before backward</source>
        <translation>反向之前重新执行的前向计算</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>exposed tensor-parallel collectives</source>
        <translation>未被掩盖的张量并行集合通信</translation>
    </message>
    <message>
        <source>all-to-all of tokens to experts and back</source>
        <translation>token 往返专家的 All-to-All</translation>
    </message>
    <message>
        <source>ring of keys and values not hidden behind attention</source>
        <translation>未被注意力计算掩盖的键值环传递</translation>
    </message>
    <message>
        <source>per micro-batch: z &gt;= 2 reduce-scatter of gradients; z = 3 two all-gathers of weights</source>
        <translation>每个微批次：z &gt;= 2 对梯度做 ReduceScatter；z = 3 对权重做两次 AllGather</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>latency + bytes / bandwidth of the worst level of the cut</source>
        <translation>延迟 + 字节 / 切口最差层级的带宽</translation>
    </message>
    <message>
        <source>level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>gradient&apos;s latency + bytes / bandwidth, less what recomputation hides</source>
        <translation>梯度的延迟 + 字节 / 带宽，减去被重计算掩盖的部分</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>bytes per parameter</source>
        <translation>每参数字节数</translation>
    </message>
    <message>
        <source>sum of the parts; must not exceed the capacity</source>
        <translation>各部分之和，不得超过显存容量</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>显存容量</translation>
    </message>
    <message>
        <source>bytes per parameter x parameters, / Z for z = 3</source>
        <translation>每参数字节数 x 参数，z = 3 时除以 Z</translation>
    </message>
    <message>
        <source>bytes per parameter x parameters, / Z for z &gt;= 2</source>
        <translation>每参数字节数 x 参数，z &gt;= 2 时除以 Z</translation>
    </message>
    <message>
        <source>bytes per parameter x parameters, / Z for z &gt;= 1</source>
        <translation>每参数字节数 x 参数，z &gt;= 1 时除以 Z</translation>
    </message>
    <message>
        <source>what one micro-batch leaves for backward</source>
        <translation>一个微批次为反向保留的内容</translation>
    </message>
    <message>
        <source>the same for the other micro-batches in flight</source>
        <translation>其他在途微批次的同类内容</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>z = 3: the largest layer&apos;s weights twice; z &gt;= 2: its gradients once</source>
        <translation>z = 3：最大层的权重两份；z &gt;= 2：其梯度一份</translation>
    </message>
    <message>
        <source>6 bytes per logit (bf16 and fp32) of the last stage / t</source>
        <translation>最后阶段每个 logit 6 字节（bf16 和 fp32）/ t</translation>
    </message>
    <message>
        <source>reserve bytes + reserve fraction x capacity + communicators</source>
        <translation>预留字节 + 预留比例 x 显存容量 + 通信器</translation>
    </message>
    <message>
        <source>pipeline + sync + update</source>
        <translation>流水线 + 同步 + 更新</translation>
    </message>
    <message>
        <source>(m + s - 1) x max load</source>
        <translation>(m + s - 1) x 最大负载</translation>
    </message>
    <message>
        <source>sum fw + (m - 1) max fw + sum bw + (m - 1) max bw</source>
        <translation>fw 之和 + (m - 1) 最大 fw + bw 之和 + (m - 1) 最大 bw</translation>
    </message>
    <message>
        <source>sum load + (m - 1) x max load</source>
        <translation>负载之和 + (m - 1) x 最大负载</translation>
    </message>
    <message>
        <source>gradient synchronisation of the first stage</source>
        <translation>第一阶段的梯度同步</translation>
    </message>
    <message>
        <source>slowest stage&apos;s gradient synchronisation</source>
        <translation>最慢阶段的梯度同步</translation>
    </message>
    <message>
        <source>(2 optimizer + gradients + weights) bytes / memory bandwidth, slowest stage</source>
        <translation>(2 x 优化器 + 梯度 + 权重) 字节 / 显存带宽，最慢阶段</translation>
    </message>
    <message>
        <source>gradients once per step (z &lt;= 1), weights (z = 1, 2)</source>
        <translation>每步一次的梯度（z &lt;= 1）、权重（z = 1, 2）</translation>
    </message>
    <message>
        <source>optimizer step, memory bound</source>
        <translation>优化器步，受显存带宽限制</translation>
    </message>
    <message>
        <source>definition of this program&apos;s cost model</source>
        <translation>本程序代价模型的定义</translation>
    </message>
    <message>
        <source>latency-bandwidth model (Hockney 1994)</source>
        <translation>延迟-带宽模型（Hockney 1994）</translation>
    </message>
    <message>
        <source>roofline model (Williams et al. 2009)</source>
        <translation>roofline 模型（Williams 等 2009）</translation>
    </message>
    <message>
        <source>the profiles in the model&apos;s file</source>
        <translation>模型文件中的实测数据</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>sum of the layers&apos; measured forward times</source>
        <translation>各层实测前向时间之和</translation>
    </message>
    <message>
        <source>sum of the layers&apos; measured backward times</source>
        <translation>各层实测反向时间之和</translation>
    </message>
    <message>
        <source>Narayanan et al. 2021: two products for each forward one</source>
        <translation>Narayanan 等 2021：每个前向矩阵乘对应两个反向矩阵乘</translation>
    </message>
    <message>
        <source>Rajbhandari et al. 2020 (ZeRO): the layer in use and the prefetched one</source>
        <translation>Rajbhandari 等 2020（ZeRO）：正在使用的层和预取的层</translation>
    </message>
    <message>
        <source>Megatron-LM: a half-precision tensor and its fp32 copy for the loss</source>
        <translation>Megatron-LM：半精度张量及其用于损失的 fp32 副本</translation>
    </message>
    <message>
        <source>the device&apos;s file, or the options Reserve and Communicator buffers</source>
        <translation>设备文件，或选项“预留”和“通信器缓冲区”</translation>
    </message>
    <message>
        <source>reserve bytes</source>
        <translation>预留字节</translation>
    </message>
    <message>
        <source>reserve fraction</source>
        <translation>预留比例</translation>
    </message>
    <message>
        <source>bytes per communicator</source>
        <translation>每个通信器的字节数</translation>
    </message>
    <message>
        <source>sum load</source>
        <translation>负载之和</translation>
    </message>
    <message>
        <source>max fw</source>
        <translation>最大 fw</translation>
    </message>
    <message>
        <source>max bw</source>
        <translation>最大 bw</translation>
    </message>
    <message>
        <source>max load</source>
        <translation>最大负载</translation>
    </message>
    <message>
        <source>load of one micro-batch; what is done once per step stands beside it</source>
        <translation>单个微批次的负载；每步一次的部分列在旁边</translation>
    </message>
    <message>
        <source>overlapped share</source>
        <translation>被掩盖的比例</translation>
    </message>
    <message>
        <source>memory bandwidth x efficiency</source>
        <translation>显存带宽 x 效率</translation>
    </message>
    <message>
        <source>left out of the paper&apos;s price</source>
        <translation>论文的代价不含此项</translation>
    </message>
    <message>
        <source>sum W</source>
        <translation>W 之和</translation>
    </message>
    <message>
        <source>W of the slowest stage</source>
        <translation>最慢阶段的 W</translation>
    </message>
    <message>
        <source>m x max load + sum over the other stages of (load - 2 W), W the part of the weights&apos; gradients</source>
        <translation>m × 最大负载 + 其余各阶段 (负载 - 2 W) 之和，W 为权重梯度部分</translation>
    </message>
    <message>
        <source>(m + (s - 1) / v) x max load</source>
        <translation>(m + (s - 1) / v) × 最大负载</translation>
    </message>
    <message>
        <source>m x max load + (sum load - max load) / v, v the virtual stages; exact for equal ones, the simulated time shows the difference</source>
        <translation>m × 最大负载 + (负载之和 - 最大负载) / v，v 为虚拟阶段数；各虚拟阶段相同时精确，差别见模拟时间</translation>
    </message>
    <message>
        <source>chunks in flight</source>
        <translation>在途分块</translation>
    </message>
    <message>
        <source>max load / q</source>
        <translation>最大的负载 / q</translation>
    </message>
    <message>
        <source>(m + s - 1) x max (load / q), q the copies of a stage</source>
        <translation>(m + s - 1) x 最大的 (负载 / q)，q 为阶段的拷贝数</translation>
    </message>
    <message>
        <source>sum load + (m - 1) x max (load / q), q the copies of a stage</source>
        <translation>负载之和 + (m - 1) x 最大的 (负载 / q)，q 为阶段的拷贝数</translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>The file can&apos;t be read: %1.</source>
        <translation>无法读取文件：%1。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件为空。</translation>
    </message>
    <message>
        <source>This isn&apos;t valid JSON.</source>
        <translation>不是有效的 JSON。</translation>
    </message>
    <message>
        <source>This is a file of another kind.</source>
        <translation>这是另一种文件。</translation>
    </message>
    <message>
        <source>This was written by a newer version of the program (format version %1).</source>
        <translation>该文件由更新版本的程序写成（格式版本 %1）。</translation>
    </message>
    <message>
        <source>The key “%1” is missing.</source>
        <translation>缺少键“%1”。</translation>
    </message>
    <message>
        <source>%1 is of the wrong type.</source>
        <translation>%1 的类型不对。</translation>
    </message>
    <message>
        <source>%1 is out of range.</source>
        <translation>%1 超出范围。</translation>
    </message>
    <message>
        <source>%1 is not a finite number.</source>
        <translation>%1 不是有限的数。</translation>
    </message>
    <message>
        <source>“%1” is not known.</source>
        <translation>未知的“%1”。</translation>
    </message>
    <message>
        <source>There is no option “%1”.</source>
        <translation>没有名为“%1”的选项。</translation>
    </message>
    <message>
        <source>“%1” is used twice.</source>
        <translation>“%1”出现了两次。</translation>
    </message>
    <message>
        <source>%1 doesn&apos;t fit the rest.</source>
        <translation>%1 与其余内容不一致。</translation>
    </message>
    <message>
        <source>“%1” is not supported.</source>
        <translation>不支持“%1”。</translation>
    </message>
    <message>
        <source>“%1” is not a number with a unit.</source>
        <translation>“%1”不是带单位的数。</translation>
    </message>
    <message>
        <source>The file can&apos;t be written: %1.</source>
        <translation>无法写入文件：%1。</translation>
    </message>
    <message>
        <source>Layers depend on each other in a circle; one of them is “%1”.</source>
        <translation>层之间存在循环依赖，其中之一是“%1”。</translation>
    </message>
    <message>
        <source>No combination of degrees has a cost for every layer.</source>
        <translation>没有任何并行度组合能给出所有层的代价。</translation>
    </message>
    <message>
        <source>No combination of degrees has a cost for every layer: %1.</source>
        <translation>没有任何并行度组合能给出所有层的代价：%1。</translation>
    </message>
    <message>
        <source>“%1” was not given; %2 is assumed.</source>
        <translation>未给出“%1”，假定为 %2。</translation>
    </message>
    <message>
        <source>This is not valid.</source>
        <translation>无效。</translation>
    </message>
    <message>
        <source>The value</source>
        <translation>该值</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source> Expected: %1.</source>
        <translation>应为：%1。</translation>
    </message>
    <message>
        <source> Did you mean “%1”?</source>
        <translation>是否指“%1”？</translation>
    </message>
    <message>
        <source> Found: %1.</source>
        <translation>实为：%1。</translation>
    </message>
    <message>
        <source>%1: %2; priced as %3.</source>
        <translation>%1：%2；按 %3 计价。</translation>
    </message>
    <message>
        <source>Left aside: %1 (%2).</source>
        <translation>未采用：%1（%2）。</translation>
    </message>
    <message>
        <source>%1 does not run this plan: %2.</source>
        <translation>%1 无法运行此方案：%2。</translation>
    </message>
</context>
<context>
    <name>Difference</name>
    <message>
        <source>computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>TP communication</source>
        <translation>TP 通信</translation>
    </message>
    <message>
        <source>EP communication</source>
        <translation>EP 通信</translation>
    </message>
    <message>
        <source>CP communication</source>
        <translation>CP 通信</translation>
    </message>
    <message>
        <source>transfers between stages</source>
        <translation>阶段间传输</translation>
    </message>
    <message>
        <source>ZeRO communication</source>
        <translation>ZeRO 通信</translation>
    </message>
    <message>
        <source>pipeline fill and drain</source>
        <translation>流水线填充与排空</translation>
    </message>
    <message>
        <source>waiting for the slowest stage</source>
        <translation>等待最慢的阶段</translation>
    </message>
    <message>
        <source>gradient synchronisation</source>
        <translation>梯度同步</translation>
    </message>
    <message>
        <source>optimizer update</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>activations of other micro-batches in flight</source>
        <translation>其他在途微批次的激活值</translation>
    </message>
    <message>
        <source>working set</source>
        <translation>工作集</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
</context>
<context>
    <name>Engines</name>
    <message>
        <source>it has no recomputation of a whole stage from its input</source>
        <translation>不支持从输入重计算整个阶段</translation>
    </message>
    <message>
        <source>it has one ZeRO stage for the whole model</source>
        <translation>整个模型只能用一个 ZeRO 级别</translation>
    </message>
    <message>
        <source>the global batch is not a whole number of micro-batches</source>
        <translation>全局批大小不是整数个微批次</translation>
    </message>
    <message>
        <source>it has no GPipe schedule</source>
        <translation>没有 GPipe 调度</translation>
    </message>
    <message>
        <source>its distributed optimizer shards optimizer states only (ZeRO 1)</source>
        <translation>其分布式优化器只切分优化器状态（ZeRO 1）</translation>
    </message>
    <message>
        <source>it has one recomputation setting for all stages</source>
        <translation>所有阶段只能用一种重计算设置</translation>
    </message>
    <message>
        <source>its ranks are numbered without gaps; this layout leaves devices idle between groups</source>
        <translation>其 rank 连续编号；此布局在组间留有空闲设备</translation>
    </message>
    <message>
        <source>experts with tensor parallelism need sequence parallelism</source>
        <translation>专家与张量并行同用时需要序列并行</translation>
    </message>
    <message>
        <source>it refuses ZeRO 2 and 3 with a pipeline</source>
        <translation>拒绝在流水线中使用 ZeRO 2 和 3</translation>
    </message>
    <message>
        <source>its pipeline runs 1F1B only</source>
        <translation>其流水线只支持 1F1B</translation>
    </message>
    <message>
        <source>it has no ring context parallelism</source>
        <translation>没有环形上下文并行</translation>
    </message>
    <message>
        <source>it has no expert parallelism inside a pipeline</source>
        <translation>流水线内不支持专家并行</translation>
    </message>
    <message>
        <source>it has no Megatron-style sequence parallelism</source>
        <translation>没有 Megatron 式的序列并行</translation>
    </message>
    <message>
        <source>it has no selective recomputation</source>
        <translation>没有选择性重计算</translation>
    </message>
    <message>
        <source>its data parallelism either replicates (ZeRO 0) or shards weights too (ZeRO 2, 3)</source>
        <translation>其数据并行要么复制（ZeRO 0），要么连权重一起切分（ZeRO 2、3）</translation>
    </message>
    <message>
        <source>its tensor parallelism always includes sequence parallelism</source>
        <translation>其张量并行总是包含序列并行</translation>
    </message>
    <message>
        <source>its mesh has the pipeline as outermost dimension (dp-inner)</source>
        <translation>其网格以流水线为最外维（dp-inner）</translation>
    </message>
    <message>
        <source>its expert ranks need the replicas of a stage side by side (dp-inner)</source>
        <translation>其专家进程要求同一阶段的各副本相邻（dp-inner）</translation>
    </message>
    <message>
        <source>it trains BERT without context parallelism</source>
        <translation>训练 BERT 时不支持上下文并行</translation>
    </message>
    <message>
        <source>it has no encoder models such as BERT</source>
        <translation>没有 BERT 之类的编码器模型</translation>
    </message>
    <message>
        <source>its experts are split by tensor parallelism like the rest</source>
        <translation>其专家与模型其余部分一样按张量并行切分</translation>
    </message>
    <message>
        <source>its experts have tensor parallelism of 1 or of the rest of the model</source>
        <translation>其专家的张量并行度只能为 1 或与模型其余部分相同</translation>
    </message>
    <message>
        <source>it has no zero-bubble schedule</source>
        <translation>它没有零气泡调度</translation>
    </message>
    <message>
        <source>its zero-bubble schedules have several stages on every rank; ZB-H1 has one</source>
        <translation>它的零气泡调度要求每个 rank 有多个阶段；ZB-H1 只有一个</translation>
    </message>
    <message>
        <source>it recomputes all layers of a stage or none</source>
        <translation>它对阶段的各层要么全部重计算，要么都不</translation>
    </message>
    <message>
        <source>the model&apos;s architecture is not known, only what its layers cost</source>
        <translation>模型结构未知，只知道各层的代价</translation>
    </message>
    <message>
        <source>its expert groups take in the context ranks: folded experts, split by tensor parallelism like the rest, are priced as they run there</source>
        <translation>其专家组包含上下文 rank：使用折叠专家并使其与模型其余部分同样做张量切分，即按实际运行方式计算代价</translation>
    </message>
    <message>
        <source>its expert ranks are a multiple of the context and tensor ranks they take in</source>
        <translation>其专家 rank 数须为所包含的上下文 rank 和张量 rank 数的倍数</translation>
    </message>
    <message>
        <source>it has no copies of stages inside a pipeline</source>
        <translation>它不支持流水线内阶段的拷贝</translation>
    </message>
    <message>
        <source>its tensor parallelism goes with ZeRO 0 to 2</source>
        <translation>它的张量并行只与 ZeRO 0 到 2 搭配</translation>
    </message>
    <message>
        <source>its stages are no rows of layers in the model&apos;s order, as this engine&apos;s are</source>
        <translation>它的阶段不是按模型顺序排列的连续的层，而该引擎的阶段是</translation>
    </message>
    <message>
        <source>its stages hold %1 of the model&apos;s %2 layers</source>
        <translation>它的各阶段只含模型 %2 层中的 %1 层</translation>
    </message>
    <message>
        <source>it has biases on all linear layers, on none, or on those to queries, keys and values alone</source>
        <translation>它的线性层要么都有偏置，要么都没有，要么只有通往查询、键和值的那些有</translation>
    </message>
    <message>
        <source>values are as wide as keys in its ordinary attention</source>
        <translation>在它的普通注意力中，值与键同宽</translation>
    </message>
    <message>
        <source>BERT runs without context parallelism</source>
        <translation>BERT 在没有上下文并行时运行</translation>
    </message>
    <message>
        <source>multi-token prediction needs rotary positions</source>
        <translation>多 token 预测需要旋转位置编码</translation>
    </message>
    <message>
        <source>experts with biases are not split over tensor ranks</source>
        <translation>带偏置的专家不会在张量 rank 之间切分</translation>
    </message>
    <message>
        <source>a plan without stages is nothing to launch</source>
        <translation>没有阶段的方案无法启动</translation>
    </message>
    <message>
        <source>the model&apos;s architecture is not known, only what its layers cost; a preset or a config.json tells it</source>
        <translation>模型的结构未知，只知道各层的开销；预设或 config.json 会给出结构</translation>
    </message>
    <message>
        <source>the model has other layers than its architecture says</source>
        <translation>模型的层与其结构所述不符</translation>
    </message>
    <message>
        <source>its last rank is %1, the network has %2 devices</source>
        <translation>它的最后一个 rank 是 %1，而网络只有 %2 个设备</translation>
    </message>
    <message>
        <source>its models are an embedding, blocks and a head; this one is not</source>
        <translation>它的模型由嵌入层、若干块和输出头组成；这个模型不是</translation>
    </message>
    <message>
        <source>it has no encoder models</source>
        <translation>它没有编码器模型</translation>
    </message>
    <message>
        <source>the model&apos;s sequence length is not known</source>
        <translation>模型的序列长度未知</translation>
    </message>
    <message>
        <source>its experts are spread over the ranks that share weights (ZeRO 2 or 3)</source>
        <translation>它的专家分布在共享权重的 rank 上（ZeRO 2 或 3）</translation>
    </message>
    <message>
        <source>its experts are spread over tensor-parallel ranks instead of being split by them; release 0.2 with expert_tensor_parallel_degree does that</source>
        <translation>它的专家分布在张量并行 rank 上，而不是由它们切分；0.2 版的 expert_tensor_parallel_degree 可以切分</translation>
    </message>
    <message>
        <source>its times are not known</source>
        <translation>它的时间未知</translation>
    </message>
    <message>
        <source>torchrun starts as many ranks on every node, and the plan doesn&apos;t fill nodes of the same size</source>
        <translation>torchrun 在每个节点上启动同样多的 rank，而此方案没有把各节点填成同样多</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>DeepSpeed configuration</source>
        <translation>DeepSpeed 配置</translation>
    </message>
    <message>
        <source>torchtitan configuration module</source>
        <translation>torchtitan 配置模块</translation>
    </message>
    <message>
        <source>torchtitan configuration (TOML, up to release 0.2)</source>
        <translation>torchtitan 配置（TOML，用于 0.2 及更早版本）</translation>
    </message>
    <message>
        <source>Rank table (CSV)</source>
        <translation>rank 表（CSV）</translation>
    </message>
    <message>
        <source>Host file</source>
        <translation>主机文件</translation>
    </message>
    <message>
        <source>Rank file (Open MPI)</source>
        <translation>rank 文件（Open MPI）</translation>
    </message>
    <message>
        <source>Trace of one step (Chrome, Perfetto)</source>
        <translation>单步轨迹（Chrome、Perfetto）</translation>
    </message>
    <message>
        <source>Megatron-LM launch script</source>
        <translation>Megatron-LM 启动脚本</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>HelpList</name>
    <message>
        <source>%1 (the options forbid it)</source>
        <translation>%1（选项不允许）</translation>
    </message>
    <message>
        <source>the best plan</source>
        <translation>最佳方案</translation>
    </message>
    <message>
        <source>Changes of the inputs, each solved again, by what they add to the tokens per second:</source>
        <translation>输入的改动，每项都重新求解，按增加的每秒 token 数排列：</translation>
    </message>
    <message>
        <source>Other layouts that train faster than this one:</source>
        <translation>比当前训练更快的其他布局：</translation>
    </message>
    <message>
        <source>No single small change gains more than %1.</source>
        <translation>没有任何单项小改动能带来超过 %1 的收益。</translation>
    </message>
    <message>
        <source>Not everything could be looked at in the time that is taken for it.</source>
        <translation>在为此留出的时间内未能全部查看。</translation>
    </message>
    <message>
        <source>do this</source>
        <translation>这样做</translation>
    </message>
    <message>
        <source>look at it</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>assume it</source>
        <translation>按此假设</translation>
    </message>
    <message>
        <source>The rest is being looked at...</source>
        <translation>正在考察其余部分……</translation>
    </message>
    <message>
        <source>%1, with stages cut anew</source>
        <translation>%1，并重新切分阶段</translation>
    </message>
</context>
<context>
    <name>Infeasible</name>
    <message>
        <source>ZB-H1 needs at least as many micro-batches as stages, not so for 1 combination of replicas and stages</source>
        <translation>ZB-H1 需要微批次数不少于阶段数，有 1 种副本与阶段的组合不满足</translation>
    </message>
    <message>
        <source>interleaved stages need micro-batches in a multiple of the stages, not so for 1 combination of replicas and stages</source>
        <translation>交错阶段需要微批次数是阶段数的倍数，有 1 种副本与阶段的组合不满足</translation>
    </message>
    <message>
        <source>ZB-H1 needs at least as many micro-batches as stages, not so for %1 combinations of replicas and stages</source>
        <translation>ZB-H1 需要微批次数不少于阶段数，有 %1 种副本与阶段的组合不满足</translation>
    </message>
    <message>
        <source>interleaved stages need micro-batches in a multiple of the stages, not so for %1 combinations of replicas and stages</source>
        <translation>交错阶段需要微批次数是阶段数的倍数，有 %1 种副本与阶段的组合不满足</translation>
    </message>
    <message>
        <source>micro-batch x replicas does not divide the global batch of %1 for 1 replica count</source>
        <translation>有 1 种副本数使 微批次 x 副本 不能整除全局批大小 %1</translation>
    </message>
    <message>
        <source>micro-batch x ep x replicas does not divide the global batch of %1 for 1 replica count</source>
        <translation>有 1 种副本数使 微批次 x ep x 副本 不能整除全局批大小 %1</translation>
    </message>
    <message>
        <source>micro-batch x replicas does not divide the global batch of %1 for %2 replica counts</source>
        <translation>有 %2 种副本数使 微批次 x 副本 不能整除全局批大小 %1</translation>
    </message>
    <message>
        <source>micro-batch x ep x replicas does not divide the global batch of %1 for %2 replica counts</source>
        <translation>有 %2 种副本数使 微批次 x ep x 副本 不能整除全局批大小 %1</translation>
    </message>
    <message>
        <source>is not searched for an objective of memory</source>
        <translation>不会在以显存为目标时搜索</translation>
    </message>
    <message>
        <source>needs %1 devices for one stage, there are %2</source>
        <translation>一个阶段需要 %1 个设备，只有 %2 个</translation>
    </message>
    <message>
        <source>micro-batch = %1 does not divide the global batch of %2</source>
        <translation>微批次 = %1 不能整除全局批大小 %2</translation>
    </message>
    <message>
        <source>micro-batch x ep = %1 does not divide the global batch of %2</source>
        <translation>微批次 x ep = %1 不能整除全局批大小 %2</translation>
    </message>
    <message>
        <source>ep x expert_tp = %1 does not divide tp x cp x replicas for 1 replica count</source>
        <translation>有 1 种副本数使 ep x expert_tp = %1 不能整除 tp x cp x 副本</translation>
    </message>
    <message>
        <source>ep x expert_tp = %1 does not divide tp x cp x replicas for %2 replica counts</source>
        <translation>有 %2 种副本数使 ep x expert_tp = %1 不能整除 tp x cp x 副本</translation>
    </message>
    <message>
        <source>needs at least %1 more than the %2 of a device, however its layers are cut</source>
        <translation>无论怎样切分层，都比一个设备的 %2 至少多需要 %1</translation>
    </message>
    <message>
        <source>needs about %1 more than the %2 of a device on stage %3</source>
        <translation>在阶段 %3 上比一个设备的 %2 约多需要 %1</translation>
    </message>
    <message>
        <source>No plan has a finite step time: a bandwidth, a latency or a layer&apos;s time is beyond any measure.</source>
        <translation>没有方案的单步时间是有限的：某个带宽、延迟或层的时间超出了一切尺度。</translation>
    </message>
    <message>
        <source>No plan fits in memory; the closest, %1, %2.</source>
        <translation>没有方案能放进显存；最接近的 %1 %2。</translation>
    </message>
    <message>
        <source>%1 None of those tried fits in memory; the closest, %2, %3.</source>
        <translation>%1试过的方案都放不进显存；最接近的 %2 %3。</translation>
    </message>
    <message>
        <source>%1 None of those tried fits in memory.</source>
        <translation>%1试过的方案都放不进显存。</translation>
    </message>
    <message>
        <source>No plan: the topology has no devices.</source>
        <translation>没有方案：拓扑中没有设备。</translation>
    </message>
    <message>
        <source>No plan is possible; for instance %1: %2.</source>
        <translation>没有可行的方案；例如 %1：%2。</translation>
    </message>
    <message>
        <source>No plan is possible: no combination of the allowed degrees, micro-batches and stages fits 1 device and a global batch of %1.</source>
        <translation>没有可行的方案：允许的并行度、微批次和阶段没有一种组合适合 1 个设备和全局批大小 %1。</translation>
    </message>
    <message>
        <source>No plan is possible: no combination of the allowed degrees, micro-batches and stages fits %1 devices and a global batch of %2.</source>
        <translation>没有可行的方案：允许的并行度、微批次和阶段没有一种组合适合 %1 个设备和全局批大小 %2。</translation>
    </message>
    <message>
        <source>No plan was found among cuts along one order of the layers; raise downset_limit (now %1) to try the others.</source>
        <translation>只试了按层的一种顺序的切分，其中没有找到方案；把 downset_limit（现为 %1）调高，就会尝试其余的切分。</translation>
    </message>
    <message>
        <source>No plan was found, but not all cuts were tried, since there are too many.</source>
        <translation>没有找到方案，但切分方式太多，并未全部尝试。</translation>
    </message>
    <message>
        <source>No plan is possible: pp %1 is more stages than the model&apos;s 1 layer.</source>
        <translation>没有可行的方案：pp %1 的阶段数多于模型的 1 层。</translation>
    </message>
    <message>
        <source>No plan is possible: pp %1 is more stages than the model&apos;s %2 layers.</source>
        <translation>没有可行的方案：pp %1 的阶段数多于模型的 %2 层。</translation>
    </message>
    <message>
        <source>No plan is possible: pp %1 is more stages than the 1 device.</source>
        <translation>没有可行的方案：pp %1 的阶段数多于 1 个设备。</translation>
    </message>
    <message>
        <source>No plan is possible: pp %1 is more stages than the %2 devices.</source>
        <translation>没有可行的方案：pp %1 的阶段数多于 %2 个设备。</translation>
    </message>
    <message>
        <source>No plan: objectives of memory do not search interleaved plans, and the option schedule allows no other.</source>
        <translation>没有方案：以显存为目标时不搜索交错方案，而选项 schedule 不允许其他调度。</translation>
    </message>
    <message>
        <source>No plan takes at most %1 per step (max_step_seconds): the fastest that fits in memory takes %2.</source>
        <translation>没有方案的单步时间不超过 %1（max_step_seconds）：能放进显存的最快方案需要 %2。</translation>
    </message>
    <message>
        <source>No plan was found that takes at most %1 per step (max_step_seconds): the fastest that fits in memory takes %2.</source>
        <translation>没有找到单步时间不超过 %1 的方案（max_step_seconds）：能放进显存的最快方案需要 %2。</translation>
    </message>
    <message>
        <source>No plan with these copies of stages fits in memory.</source>
        <translation>没有放得进显存、又有这些阶段拷贝的方案。</translation>
    </message>
    <message>
        <source>No plan with these copies of stages is possible on the devices and with the global batch there are.</source>
        <translation>在现有的设备和全局批大小下，不可能有带这些阶段拷贝的方案。</translation>
    </message>
    <message>
        <source>No plan is possible: copies of stages go with 1f1b, pp-inner, an objective of time and no training engine.</source>
        <translation>不可能有方案：阶段的拷贝只适用于 1f1b、pp-inner、以时间为目标且没有指定训练引擎的情况。</translation>
    </message>
</context>
<context>
    <name>KeptPlans</name>
    <message>
        <source>edited by hand</source>
        <translation>手动编辑</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>方案 %1</translation>
    </message>
    <message>
        <source>today</source>
        <comment>what somebody runs now</comment>
        <translation>当前运行</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>next stage, device, level or cell</source>
        <translation>下一个阶段、设备、层级或单元格</translation>
    </message>
    <message>
        <source>first or last one</source>
        <translation>第一个或最后一个</translation>
    </message>
    <message>
        <source>nothing selected</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>zoom in or out</source>
        <translation>放大或缩小</translation>
    </message>
    <message>
        <source>show the whole drawing</source>
        <translation>显示全图</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>zoom at the pointer</source>
        <translation>在指针处缩放</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>move the enlarged drawing</source>
        <translation>平移放大后的图</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>back to the whole drawing</source>
        <translation>恢复全图</translation>
    </message>
    <message>
        <source>take what was typed</source>
        <translation>采用输入的内容</translation>
    </message>
    <message>
        <source>back to the value before</source>
        <translation>恢复原来的值</translation>
    </message>
    <message>
        <source>next field</source>
        <translation>下一个输入框</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>In charts</source>
        <translation>图表中</translation>
    </message>
    <message>
        <source>In fields</source>
        <translation>输入框中</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Shift+拖动</translation>
    </message>
    <message>
        <source>zoom to a span of the schedule</source>
        <translation>放大调度的一段</translation>
    </message>
    <message>
        <source>back to the zoom before</source>
        <translation>回到之前的缩放</translation>
    </message>
    <message>
        <source>another recomputation of the stage (layer strip)</source>
        <translation>该阶段换一种重计算（层条）</translation>
    </message>
    <message>
        <source>take an edit back (layer table)</source>
        <translation>撤回一处编辑（层表）</translation>
    </message>
    <message>
        <source>next border of two stages, on the strip of layers</source>
        <translation>下一个阶段边界（层条上）</translation>
    </message>
    <message>
        <source>move the border by ten layers</source>
        <translation>把边界移动十层</translation>
    </message>
    <message>
        <source>recompute one layer more or less in full (layer strip)</source>
        <translation>多一层或少一层完全重计算（层条）</translation>
    </message>
</context>
<context>
    <name>Keywords</name>
    <message>
        <source>load, import, launch script</source>
        <translation>载入，导入，启动脚本</translation>
    </message>
    <message>
        <source>search, optimize, run</source>
        <translation>搜索，优化，运行</translation>
    </message>
    <message>
        <source>pin, bookmark, save plan</source>
        <translation>固定，收藏，保存方案</translation>
    </message>
    <message>
        <source>ask, price a layout</source>
        <translation>询问，评估布局</translation>
    </message>
    <message>
        <source>side by side, difference</source>
        <translation>并排，差异</translation>
    </message>
    <message>
        <source>settings, preferences, sidebar</source>
        <translation>设置，首选项，侧栏</translation>
    </message>
    <message>
        <source>full screen, larger text, projector</source>
        <translation>全屏，大字，投影</translation>
    </message>
    <message>
        <source>keys, hotkeys</source>
        <translation>按键，热键</translation>
    </message>
    <message>
        <source>colours, appearance, mode</source>
        <translation>颜色，外观，模式</translation>
    </message>
    <message>
        <source>translation</source>
        <translation>翻译，语言切换</translation>
    </message>
    <message>
        <source>Chinese, Mandarin</source>
        <translation>中文，汉语，普通话</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文，英语</translation>
    </message>
    <message>
        <source>start page, paste, command, Megatron-LM, config.json, launch script</source>
        <translation>起始页，粘贴，命令，Megatron-LM，config.json，启动脚本</translation>
    </message>
    <message>
        <source>faster, improve, advice, bottleneck, limit, speed up</source>
        <translation>更快，改进，建议，瓶颈，限制，加速</translation>
    </message>
    <message>
        <source>write, JSON, plan file, download, save as</source>
        <translation>写出、JSON、方案文件、下载、另存为</translation>
    </message>
    <message>
        <source>launch script, Megatron-LM, DeepSpeed, torchrun, download, save as script, generate command</source>
        <translation>启动脚本、Megatron-LM、DeepSpeed、torchrun、下载、另存为脚本、生成命令</translation>
    </message>
    <message>
        <source>picture, PNG, SVG, PDF, download</source>
        <translation>图片、PNG、SVG、PDF、下载</translation>
    </message>
    <message>
        <source>how many GPUs, size, fewest, least nodes, sizing, cluster size</source>
        <translation>多少 GPU，规模，最少，最少节点，集群大小</translation>
    </message>
</context>
<context>
    <name>Launch</name>
    <message>
        <source>the topology was not given; assumed %1, %2 devices, with which the command&apos;s degrees and batch go</source>
        <translation>没有给出拓扑；假定为 %1，用 %2 个设备，命令的并行度与批大小与之相配</translation>
    </message>
    <message>
        <source>the topology was not given; assumed %1, of which %2 devices are used</source>
        <translation>没有给出拓扑；假定为 %1，使用其中 %2 个设备</translation>
    </message>
    <message>
        <source>the topology was not given; assumed %1</source>
        <translation>没有给出拓扑；假定为 %1</translation>
    </message>
</context>
<context>
    <name>Layers</name>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Forward FLOP</source>
        <translation>前向 FLOP</translation>
    </message>
    <message>
        <source>Forward time</source>
        <translation>前向时间</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>transformer</source>
        <translation>Transformer</translation>
    </message>
    <message>
        <source>mixture of experts</source>
        <translation>混合专家</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>Layout</name>
    <message>
        <source>tp %1 is more than the %2 key/value heads: each is held by %3 ranks</source>
        <translation>tp %1 多于 %2 个键值头：每个头由 %3 个 rank 持有</translation>
    </message>
    <message>
        <source>%1 works with %2</source>
        <translation>%1 可取 %2</translation>
    </message>
    <message>
        <source>%1 = %2 = %3 devices are more than the %4 there are</source>
        <translation>%1 = %2 = %3 个设备，多于现有的 %4 个</translation>
    </message>
    <message>
        <source>layer %1 was not measured with tp %2, cp %3, ep %4, micro-batch %5</source>
        <translation>层 %1 没有在 tp %2、cp %3、ep %4、微批次 %5 下测量过</translation>
    </message>
    <message>
        <source>pp %1 is more stages than the model has layers, %2</source>
        <translation>pp %1 的阶段数多于模型的 %2 层</translation>
    </message>
    <message>
        <source>dp %1 is no multiple of ep %2</source>
        <translation>dp %1 不是 ep %2 的倍数</translation>
    </message>
    <message>
        <source>the global batch of %1 sequences does not divide by dp x mb = %2 x %3 = %4 sequences at once</source>
        <translation>全局批大小 %1 个序列不能被每次 dp x mb = %2 x %3 = %4 个序列整除</translation>
    </message>
    <message>
        <source>nearest global batch: %1</source>
        <translation>最接近的全局批大小：%1</translation>
    </message>
    <message>
        <source>nearest global batch: %1; with %2, dp %3 work</source>
        <translation>最接近的全局批大小：%1；全局批大小为 %2 时，dp 可取 %3</translation>
    </message>
    <message>
        <source>%1 can&apos;t run it: %2</source>
        <translation>%1 无法运行：%2</translation>
    </message>
    <message>
        <source>tp %1 does not divide %2 attention heads</source>
        <translation>tp %1 不能整除 %2 个注意力头</translation>
    </message>
    <message>
        <source>tp %1 does not divide %2 key/value heads, nor they it</source>
        <translation>tp %1 与 %2 个键值头互不整除</translation>
    </message>
    <message>
        <source>tp %1 does not divide %2 feed-forward width</source>
        <translation>tp %1 不能整除前馈宽度 %2</translation>
    </message>
    <message>
        <source>degrees are at least 1</source>
        <translation>并行度至少为 1</translation>
    </message>
    <message>
        <source>sequence parallelism needs tp above 1</source>
        <translation>序列并行要求 tp 大于 1</translation>
    </message>
    <message>
        <source>tp %1 does not divide %2 tokens of a sequence</source>
        <translation>tp %1 不能整除序列的 %2 个 token</translation>
    </message>
    <message>
        <source>ep %1 needs a model with experts</source>
        <translation>ep %1 需要含专家的模型</translation>
    </message>
    <message>
        <source>ep %1 does not divide %2 experts</source>
        <translation>ep %1 不能整除 %2 个专家</translation>
    </message>
    <message>
        <source>2 cp = %1 does not divide %2 tokens of a sequence</source>
        <translation>2 cp = %1 不能整除序列的 %2 个 token</translation>
    </message>
    <message>
        <source>layer %1 is pinned to stage %2, counted from 0, of %3 stages</source>
        <translation>层 %1 固定在阶段 %2（从 0 起），而共有 %3 个阶段</translation>
    </message>
    <message>
        <source>the pins leave no layer for one of %1 stages</source>
        <translation>按这些固定，%1 个阶段中有一个没有层</translation>
    </message>
    <message>
        <source>%1 works with %2, among others</source>
        <translation>%1 可以取 %2 等值</translation>
    </message>
    <message>
        <source>the %1 ranks of a stage are no multiple of ep x etp = %2 x %3</source>
        <translation>阶段的 %1 个 rank 不是 ep x etp = %2 x %3 的倍数</translation>
    </message>
    <message>
        <source>expert tp %1 needs a model with experts</source>
        <translation>专家张量并行度 %1 需要含专家的模型</translation>
    </message>
    <message>
        <source>folded experts with tp above 1 need sequence parallelism</source>
        <translation>tp 大于 1 时折叠专家需要序列并行</translation>
    </message>
    <message>
        <source>expert tp %1 does not divide %2 feed-forward width of an expert</source>
        <translation>专家张量并行度 %1 不能整除专家的前馈宽度 %2</translation>
    </message>
    <message>
        <source>the interleaved schedule needs at least 2 stages, pp is %2</source>
        <translation>交错调度至少需要 2 个阶段，而 pp 为 %2</translation>
    </message>
    <message>
        <source>the interleaved schedule needs micro-batches in a multiple of the %2 stages, here are %1</source>
        <translation>交错调度需要微批次数为 %2 个阶段的倍数，这里是 %1 个</translation>
    </message>
    <message>
        <source>ZB-H1 needs at least as many micro-batches as stages, %2, here are %1</source>
        <translation>ZB-H1 的微批次不能少于 %2 个阶段，这里是 %1 个</translation>
    </message>
    <message>
        <source>its degrees take %1 of the %2 devices</source>
        <translation>这些并行度只用到 %2 个设备中的 %1 个</translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <source>on or off</source>
        <translation>开或关</translation>
    </message>
    <message>
        <source>one value for each level, %1 to %2, or a factor such as x0.5</source>
        <translation>每个层级一个值，%1 到 %2，或倍数如 x0.5</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>the network&apos;s own</source>
        <translation>网络自身的值</translation>
    </message>
    <message>
        <source>%1 · values: %2 · default: %3</source>
        <translation>%1 · 取值：%2 · 默认：%3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>en</source>
        <comment>folder of the manual&apos;s pages</comment>
        <translation>zh_CN</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>NoteWords</name>
    <message>
        <source>matrix products in FP8</source>
        <translation>以 FP8 计算矩阵乘</translation>
    </message>
    <message>
        <source>products in BF16</source>
        <translation>以 BF16 计算</translation>
    </message>
    <message>
        <source>weights gathered in FP8</source>
        <translation>以 FP8 收集权重</translation>
    </message>
    <message>
        <source>weights gathered in BF16</source>
        <translation>以 BF16 收集权重</translation>
    </message>
    <message>
        <source>matrix products in FP4</source>
        <translation>以 FP4 计算矩阵乘</translation>
    </message>
    <message>
        <source>tensor-parallel communication behind products</source>
        <translation>张量并行通信掩盖在矩阵乘之后</translation>
    </message>
    <message>
        <source>communication in the open</source>
        <translation>通信未被掩盖</translation>
    </message>
    <message>
        <source>weight gradients moved behind communication</source>
        <translation>权重梯度移到通信之后</translation>
    </message>
    <message>
        <source>the usual backward pass</source>
        <translation>通常的反向</translation>
    </message>
    <message>
        <source>shared experts behind the expert exchange</source>
        <translation>共享专家与专家交换重叠</translation>
    </message>
    <message>
        <source>one after the other</source>
        <translation>先后进行</translation>
    </message>
    <message>
        <source>experts&apos; tokens padded</source>
        <translation>填充专家的 token</translation>
    </message>
    <message>
        <source>tokens without padding</source>
        <translation>不填充 token</translation>
    </message>
    <message>
        <source>optimizer state in host memory</source>
        <translation>优化器状态在主机内存</translation>
    </message>
    <message>
        <source>state in device memory</source>
        <translation>状态在显存</translation>
    </message>
    <message>
        <source>activations in host memory</source>
        <translation>激活值在主机内存</translation>
    </message>
    <message>
        <source>activations in device memory</source>
        <translation>激活值在显存</translation>
    </message>
    <message>
        <source>optimizer state of chosen widths</source>
        <translation>优化器状态使用指定的位宽</translation>
    </message>
    <message>
        <source>12 bytes a parameter</source>
        <translation>每个参数 12 字节</translation>
    </message>
    <message>
        <source>main gradients of another width</source>
        <translation>主梯度使用其他位宽</translation>
    </message>
    <message>
        <source>main parameters of another width</source>
        <translation>主参数使用其他位宽</translation>
    </message>
    <message>
        <source>optimizer moments of another width</source>
        <translation>优化器动量使用其他位宽</translation>
    </message>
    <message>
        <source>the widths of option precision</source>
        <translation>选项“精度”的位宽</translation>
    </message>
    <message>
        <source>attention within a window</source>
        <translation>窗口内的注意力</translation>
    </message>
    <message>
        <source>attention to the whole sequence</source>
        <translation>对整个序列的注意力</translation>
    </message>
    <message>
        <source>window attention in some layers</source>
        <translation>部分层使用窗口注意力</translation>
    </message>
    <message>
        <source>context exchange in two levels</source>
        <translation>分两级的上下文交换</translation>
    </message>
    <message>
        <source>one ring</source>
        <translation>一个环</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>kernels started one by one</source>
        <translation>逐个启动内核</translation>
    </message>
    <message>
        <source>residual sums in FP32</source>
        <translation>以 FP32 累加残差</translation>
    </message>
    <message>
        <source>sums in BF16</source>
        <translation>以 BF16 累加</translation>
    </message>
    <message>
        <source>arguments of another file</source>
        <translation>另一个文件中的参数</translation>
    </message>
    <message>
        <source>what this text holds</source>
        <translation>这段文字的内容</translation>
    </message>
    <message>
        <source>arguments kept in a checkpoint</source>
        <translation>检查点中保存的参数</translation>
    </message>
    <message>
        <source>experts made from a dense checkpoint</source>
        <translation>由稠密检查点生成的专家</translation>
    </message>
    <message>
        <source>experts as given</source>
        <translation>给出的专家</translation>
    </message>
    <message>
        <source>two buffers for gathered weights</source>
        <translation>两个缓冲区存放收集的权重</translation>
    </message>
    <message>
        <source>one layer ahead</source>
        <translation>提前一层</translation>
    </message>
    <message>
        <source>an old name</source>
        <translation>旧名称</translation>
    </message>
    <message>
        <source>every expert split over tensor and expert ranks</source>
        <translation>每个专家按张量和专家 rank 切分</translation>
    </message>
    <message>
        <source>expert ranks</source>
        <translation>专家 rank</translation>
    </message>
    <message>
        <source>optimizer shards over a part of the replicas</source>
        <translation>优化器分片只分布在部分副本上</translation>
    </message>
    <message>
        <source>shards over all replicas</source>
        <translation>分片分布在所有副本上</translation>
    </message>
    <message>
        <source>recomputation of the experts</source>
        <translation>专家的重计算</translation>
    </message>
    <message>
        <source>no recomputation</source>
        <translation>不重计算</translation>
    </message>
    <message>
        <source>recomputation of %1</source>
        <translation>%1 的重计算</translation>
    </message>
    <message>
        <source>that of the attention core alone</source>
        <translation>只重计算注意力核心</translation>
    </message>
    <message>
        <source>the attention core once more in the backward pass</source>
        <translation>反向时再次计算注意力核心</translation>
    </message>
    <message>
        <source>no time and no memory: a fused attention keeps no scores that could be freed</source>
        <translation>不费时间也不占显存：融合注意力不保存可以释放的分数</translation>
    </message>
    <message>
        <source>recomputation from the input of every %1 blocks</source>
        <translation>从每 %1 个块的输入重计算</translation>
    </message>
    <message>
        <source>that from the input of every block</source>
        <translation>从每个块的输入重计算</translation>
    </message>
    <message>
        <source>context exchange by %1</source>
        <translation>以 %1 方式交换上下文</translation>
    </message>
    <message>
        <source>a ring (p2p)</source>
        <translation>环（p2p）</translation>
    </message>
    <message>
        <source>no effect without --group-query-attention</source>
        <translation>没有 --group-query-attention 时不起作用</translation>
    </message>
    <message>
        <source>%1 key/value heads</source>
        <translation>%1 个键值头</translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation>%1 位置编码</translation>
    </message>
    <message>
        <source>rotary positions</source>
        <translation>旋转位置编码</translation>
    </message>
    <message>
        <source>%1 entries, which the engine pads</source>
        <translation>%1 个条目，引擎会填充</translation>
    </message>
    <message>
        <source>multi-token prediction</source>
        <translation>多 token 预测</translation>
    </message>
    <message>
        <source>the model without it: the last stages take longer and hold more</source>
        <translation>不含它的模型：实际上最后几个阶段更慢、占用更多</translation>
    </message>
    <message>
        <source>optimizer %1</source>
        <translation>优化器 %1</translation>
    </message>
    <message>
        <source>Adam&apos;s state</source>
        <translation>Adam 的状态</translation>
    </message>
    <message>
        <source>dropout in attention alone</source>
        <translation>只在注意力中使用 dropout</translation>
    </message>
    <message>
        <source>dropout outside attention alone</source>
        <translation>只在注意力之外使用 dropout</translation>
    </message>
    <message>
        <source>both dropouts</source>
        <translation>两处都使用 dropout</translation>
    </message>
    <message>
        <source>a fused loss over logits kept once</source>
        <translation>只保存一份 logits 的融合损失</translation>
    </message>
    <message>
        <source>a loss without logits</source>
        <translation>不保存 logits 的损失</translation>
    </message>
    <message>
        <source>fused kernels that keep the logits and their FP32 copy</source>
        <translation>保存 logits 及其 FP32 副本的融合内核</translation>
    </message>
    <message>
        <source>the usual loss, which keeps the same</source>
        <translation>保存相同内容的通常损失</translation>
    </message>
    <message>
        <source>a batch that grows to its full size</source>
        <translation>逐渐增大到全值的批次</translation>
    </message>
    <message>
        <source>the full batch</source>
        <translation>完整批次</translation>
    </message>
    <message>
        <source>batches by schedule</source>
        <translation>按计划变化的批次</translation>
    </message>
    <message>
        <source>one batch size</source>
        <translation>固定批次大小</translation>
    </message>
    <message>
        <source>%1: one micro-batch on every replica</source>
        <translation>%1：每个副本一个微批次</translation>
    </message>
    <message>
        <source>neither: FP32, as the engine does; products are timed in BF16</source>
        <translation>两者都没有：与引擎一样用 FP32；矩阵乘按 BF16 计时</translation>
    </message>
    <message>
        <source>the whole topology</source>
        <translation>整个拓扑</translation>
    </message>
    <message>
        <source>number of devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>kind of model</source>
        <translation>模型种类</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>architecture of the recipe</source>
        <translation>配方的架构</translation>
    </message>
    <message>
        <source>BERT, by the vocabulary file&apos;s name</source>
        <translation>BERT，由词表文件名判断</translation>
    </message>
    <message>
        <source>%1 with 2 chosen a token, as Mixtral&apos;s</source>
        <translation>%1 个，每个 token 选 2 个，与 Mixtral 相同</translation>
    </message>
    <message>
        <source>RMSNorm, SwiGLU, rotary positions, no biases, untied embeddings, no dropout</source>
        <translation>RMSNorm、SwiGLU、旋转位置编码、无偏置、嵌入不共享、无 dropout</translation>
    </message>
    <message>
        <source>8, as Mixtral&apos;s</source>
        <translation>8，与 Mixtral 相同</translation>
    </message>
    <message>
        <source>%1 learned positions, the sequence length</source>
        <translation>%1 个可学习位置，即序列长度</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 个条目</translation>
    </message>
    <message>
        <source>%1 entries, padded to %2</source>
        <translation>%1 个条目，填充到 %2</translation>
    </message>
    <message>
        <source>true (ZeRO 1), as the recipes have it</source>
        <translation>true（ZeRO 1），与配方相同</translation>
    </message>
    <message>
        <source>part of the command</source>
        <translation>命令的一部分</translation>
    </message>
    <message>
        <source>behind a comment that ends the continued command</source>
        <translation>在结束续行命令的注释之后</translation>
    </message>
    <message>
        <source>with all its words</source>
        <translation>包含其所有词</translation>
    </message>
    <message>
        <source>set under a condition</source>
        <translation>在条件中设置</translation>
    </message>
    <message>
        <source>not known to this program</source>
        <translation>本程序不认识</translation>
    </message>
    <message>
        <source>variables without a value in the text</source>
        <translation>文字中没有值的变量</translation>
    </message>
    <message>
        <source>words that only the run knows</source>
        <translation>只有运行时才知道的词</translation>
    </message>
    <message>
        <source>a word without a flag, behind %1</source>
        <translation>没有参数名的词，在 %1 之后</translation>
    </message>
    <message>
        <source>the plan&apos;s option</source>
        <translation>方案的选项</translation>
    </message>
    <message>
        <source>another in the command</source>
        <translation>命令中的另一个</translation>
    </message>
    <message>
        <source>transfer times follow from the topology and the size of the tensor</source>
        <translation>传输时间由拓扑和张量大小得出</translation>
    </message>
    <message>
        <source>weights count once, and gradients take the way of the activations back</source>
        <translation>权重只计一次，梯度沿激活值的路径返回</translation>
    </message>
    <message>
        <source>sizes of backward nodes and edges between them</source>
        <translation>反向节点及其间边的大小</translation>
    </message>
    <message>
        <source>cost of edges</source>
        <translation>边的代价</translation>
    </message>
    <message>
        <source>%1 accelerators of %2 and %3 CPUs; the topology tells these</source>
        <translation>%1 个加速器，各 %2，以及 %3 个 CPU；由拓扑给出</translation>
    </message>
    <message>
        <source>%1 devices of %2 at %3; the topology tells these</source>
        <translation>%1 个设备，各 %2，带宽 %3；由拓扑给出</translation>
    </message>
    <message>
        <source>%1 micro-batches; the option global_batch tells this</source>
        <translation>%1 个微批次；由选项 global_batch 给出</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1 layers, each of the nodes that must share a device</source>
        <translation>%1 层，每层由必须在同一设备上的节点组成</translation>
    </message>
    <message>
        <source>%1 nodes on the host</source>
        <translation>主机上的 %1 个节点</translation>
    </message>
    <message>
        <source>running on the device for their cpuLatency</source>
        <translation>在设备上按 cpuLatency 运行</translation>
    </message>
    <message>
        <source>weights, gradients and optimizer follow from the precision</source>
        <translation>权重、梯度和优化器由精度得出</translation>
    </message>
    <message>
        <source>activation recomp</source>
        <translation>激活值重计算</translation>
    </message>
    <message>
        <source>its memory in the file</source>
        <translation>文件中的显存</translation>
    </message>
    <message>
        <source>full recomputation: the forward pass again, the layers&apos; inputs kept</source>
        <translation>完全重计算：再次前向，保留各层输入</translation>
    </message>
    <message>
        <source>bytes that tensor ranks exchange at the borders of stages</source>
        <translation>张量 rank 在阶段边界交换的字节</translation>
    </message>
    <message>
        <source>another one of the same degree is faster</source>
        <translation>同一并行度的另一个更快</translation>
    </message>
    <message>
        <source>alternative %1</source>
        <translation>备选 %1</translation>
    </message>
    <message>
        <source>gradient exchange behind the backward pass</source>
        <translation>梯度交换掩盖在反向之后</translation>
    </message>
    <message>
        <source>exchange in the open (option overlap_dp)</source>
        <translation>交换未被掩盖（选项 overlap_dp）</translation>
    </message>
    <message>
        <source>the gathering of weights behind the forward pass</source>
        <translation>权重收集掩盖在前向之后</translation>
    </message>
    <message>
        <source>gathering in the open (option overlap_dp)</source>
        <translation>收集未被掩盖（选项 overlap_dp）</translation>
    </message>
    <message>
        <source>the gathering of weights behind the update</source>
        <translation>权重收集掩盖在更新之后</translation>
    </message>
    <message>
        <source>gathering in the open</source>
        <translation>收集未被掩盖</translation>
    </message>
    <message>
        <source>expert exchange behind another micro-batch</source>
        <translation>专家交换掩盖在另一个微批次之后</translation>
    </message>
    <message>
        <source>exchange in the open</source>
        <translation>交换未被掩盖</translation>
    </message>
    <message>
        <source>experts with a bounded number of tokens</source>
        <translation>专家的 token 数有上限</translation>
    </message>
    <message>
        <source>experts that take all tokens (option expert_imbalance)</source>
        <translation>专家处理所有 token（选项 expert_imbalance）</translation>
    </message>
    <message>
        <source>kept layer inputs split over tensor ranks</source>
        <translation>保留的层输入按张量 rank 切分</translation>
    </message>
    <message>
        <source>inputs whole on every rank</source>
        <translation>每个 rank 保留完整输入</translation>
    </message>
    <message>
        <source>the head&apos;s weight gradient in the flush</source>
        <translation>输出头的权重梯度在排空时计算</translation>
    </message>
    <message>
        <source>a smaller model or fewer devices</source>
        <translation>更小的模型或更少的设备</translation>
    </message>
    <message>
        <source>a search that needs more memory than this computer has</source>
        <translation>搜索所需的内存超过这台计算机的内存</translation>
    </message>
    <message>
        <source>%1 blocks recomputed in every virtual stage</source>
        <translation>每个虚拟阶段重计算 %1 个块</translation>
    </message>
    <message>
        <source>one more in the first stage&apos;s, whose embedding counts as a layer</source>
        <translation>第一阶段多算一个，因为其嵌入层也算一层</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>one layer of all nodes, which must share a device</source>
        <translation>由全部节点组成的一层，因为它们必须在同一设备上</translation>
    </message>
    <message>
        <source>1 node on the host</source>
        <translation>主机上的 1 个节点</translation>
    </message>
    <message>
        <source>layers that send several tensors to readers on separate branches</source>
        <translation>向不同分支的读者发送多个张量的层</translation>
    </message>
    <message>
        <source>the largest of them over each cut</source>
        <translation>每处切分只计其中最大的一个</translation>
    </message>
    <message>
        <source>%1, which follows from the plan and its inputs; what the file says is not used</source>
        <translation>%1，这由方案及其输入得出；不采用文件中的值</translation>
    </message>
    <message>
        <source>%1, which follows from the plan and its inputs, as 1 other figure of the file doesn&apos;t; what the file says is not used</source>
        <translation>%1，这由方案及其输入得出，文件中另有 1 个数值也不符；不采用文件中的值</translation>
    </message>
    <message>
        <source>%1, which follows from the plan and its inputs, as %2 other figures of the file don&apos;t; what the file says is not used</source>
        <translation>%1，这由方案及其输入得出，文件中另有 %2 个数值也不符；不采用文件中的值</translation>
    </message>
    <message>
        <source>%1: number of nodes</source>
        <translation>%1：节点数</translation>
    </message>
    <message>
        <source>%1 (%2xN takes N)</source>
        <translation>%1（%2xN 表示 N 个）</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>大于 0 的数</translation>
    </message>
    <message>
        <source>0: the link is left out</source>
        <translation>0：该链路被略去</translation>
    </message>
    <message>
        <source>two different ends</source>
        <translation>两个不同的端点</translation>
    </message>
    <message>
        <source>%1 twice: the link is left out</source>
        <translation>两端都是 %1：该链路被略去</translation>
    </message>
    <message>
        <source>a path to the other devices</source>
        <translation>通往其他设备的路径</translation>
    </message>
    <message>
        <source>none: the device is left out</source>
        <translation>没有：该设备被略去</translation>
    </message>
    <message>
        <source>none for %1 devices: left out</source>
        <translation>%1 个设备没有：被略去</translation>
    </message>
    <message>
        <source>groups of equal size</source>
        <translation>大小相等的组</translation>
    </message>
    <message>
        <source>%1 (padded with %2 absent slots)</source>
        <translation>%1（用 %2 个空位补齐）</translation>
    </message>
    <message>
        <source>the network that was measured</source>
        <translation>实测时的网络</translation>
    </message>
    <message>
        <source>a change; the level&apos;s measured times are not used</source>
        <translation>改动；不采用该层级的实测时间</translation>
    </message>
    <message>
        <source>a model with experts</source>
        <translation>带专家的模型</translation>
    </message>
    <message>
        <source>a model without; the option has no effect</source>
        <translation>没有专家的模型；该选项不起作用</translation>
    </message>
    <message>
        <source>objective memory or balanced-memory</source>
        <translation>目标 memory 或 balanced-memory</translation>
    </message>
    <message>
        <source>%1; the bound has no effect</source>
        <translation>%1；该上限不起作用</translation>
    </message>
    <message>
        <source>1 where option schedule does not allow 1f1b, the only schedule with copies of stages</source>
        <translation>选项 schedule 不允许 1f1b 时为 1：只有 1f1b 支持阶段的拷贝</translation>
    </message>
    <message>
        <source>1 where option schedule allows interleaved plans, whose stages have no copies</source>
        <translation>选项 schedule 允许交错方案时为 1：其阶段没有拷贝</translation>
    </message>
    <message>
        <source>1 where option layouts does not allow pp-inner, the only layout with copies of stages</source>
        <translation>选项 layouts 不允许 pp-inner 时为 1：只有 pp-inner 支持阶段的拷贝</translation>
    </message>
    <message>
        <source>1 with objective %1, whose search has no copies of stages</source>
        <translation>目标为 %1 时为 1：其搜索不含阶段的拷贝</translation>
    </message>
    <message>
        <source>1 with target %1: no training engine here runs copies of stages</source>
        <translation>target 为 %1 时为 1：这里的训练引擎都不支持阶段的拷贝</translation>
    </message>
    <message>
        <source>1 with expert_fold on: stages with copies have no folded experts</source>
        <translation>expert_fold 打开时为 1：有拷贝的阶段不支持折叠专家</translation>
    </message>
    <message>
        <source>1 with option recompute_layers: stages with copies recompute all of their layers or none</source>
        <translation>使用选项 recompute_layers 时为 1：有拷贝的阶段要么重计算所有层，要么都不重计算</translation>
    </message>
    <message>
        <source>as many numbers as stages, %1</source>
        <translation>与阶段数同样多的数，即 %1 个</translation>
    </message>
    <message>
        <source>1f1b, pp-inner, all or no layers recomputed, experts not folded and an objective of time, where stages have copies</source>
        <translation>阶段有拷贝时须为 1f1b、pp-inner、全部或不重计算、不折叠专家，且以时间为目标</translation>
    </message>
    <message>
        <source>another schedule</source>
        <translation>其他调度</translation>
    </message>
    <message>
        <source>dp-inner</source>
        <translation>dp-inner</translation>
    </message>
    <message>
        <source>some layers recomputed</source>
        <translation>重计算部分层</translation>
    </message>
    <message>
        <source>folded experts</source>
        <translation>折叠专家</translation>
    </message>
    <message>
        <source>an objective of memory</source>
        <translation>以显存为目标</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Parallelism</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Training engine</source>
        <translation>训练引擎</translation>
    </message>
    <message>
        <source>Restricts the search to plans that this engine can run. Any: no restriction.</source>
        <translation>只搜索该引擎能运行的方案。任意：不作限制。</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>Megatron-LM</source>
        <translation>Megatron-LM</translation>
    </message>
    <message>
        <source>DeepSpeed</source>
        <translation>DeepSpeed</translation>
    </message>
    <message>
        <source>TorchTitan</source>
        <translation>TorchTitan</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批大小</translation>
    </message>
    <message>
        <source>Sequences per optimizer step, over all replicas.</source>
        <translation>每个优化器步的序列数，所有副本合计。</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Tokens per sequence. Auto: the model&apos;s own. Profiled models were measured at one length and refuse another.</source>
        <translation>每个序列的 token 数。自动：采用模型自身的长度。实测模型只在一种长度下测量，拒绝其他长度。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Bytes per parameter for weights, gradients and optimizer state.</source>
        <translation>权重、梯度和优化器状态每个参数占用的字节数。</translation>
    </message>
    <message>
        <source>Megatron-LM mixed: 2 + 4 + 12</source>
        <translation>Megatron-LM 混合精度：2 + 4 + 12</translation>
    </message>
    <message>
        <source>Mixed with half gradients: 2 + 2 + 12</source>
        <translation>混合精度、半精度梯度：2 + 2 + 12</translation>
    </message>
    <message>
        <source>Single precision: 4 + 4 + 8</source>
        <translation>单精度：4 + 4 + 8</translation>
    </message>
    <message>
        <source>SGD, mixed: 2 + 2 + 4</source>
        <translation>SGD、混合精度：2 + 2 + 4</translation>
    </message>
    <message>
        <source>Attention kernel</source>
        <translation>注意力内核</translation>
    </message>
    <message>
        <source>Flash attention keeps no score matrix; unfused attention writes and saves it.</source>
        <translation>Flash 注意力不保存分数矩阵；未融合的注意力会写出并保存它。</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Flash</translation>
    </message>
    <message>
        <source>Unfused</source>
        <translation>未融合</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Dropout is active: its masks are saved for the backward pass.</source>
        <translation>启用 dropout：其掩码为反向传播而保存。</translation>
    </message>
    <message>
        <source>Fused loss</source>
        <translation>融合损失</translation>
    </message>
    <message>
        <source>The loss is computed without storing the logits of the whole micro-batch.</source>
        <translation>计算损失时不保存整个微批次的 logits。</translation>
    </message>
    <message>
        <source>Expert imbalance</source>
        <translation>专家不均衡</translation>
    </message>
    <message>
        <source>Load of the busiest expert rank over the average; 1 is perfectly even.</source>
        <translation>最繁忙的专家 rank 的负载与平均值之比；1 表示完全均匀。</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>Allowed ZeRO stages: 1 shards the optimizer state, 2 also gradients, 3 also weights. Auto: 0 to 3.</source>
        <translation>允许的 ZeRO 级别：1 切分优化器状态，2 还切分梯度，3 还切分权重。自动：0 到 3。</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>微批次大小</translation>
    </message>
    <message>
        <source>Sequences per micro-batch that may be used. Auto: 1, 2, 4, 8.</source>
        <translation>可用的每个微批次序列数。自动：1、2、4、8。</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Allowed tensor-parallel degrees. Auto: powers of two and divisors of the heads, inside one node.</source>
        <translation>允许的张量并行度。自动：节点内的 2 的幂和注意力头数的约数。</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>Allowed numbers of pipeline stages. Auto: any.</source>
        <translation>允许的流水线阶段数。自动：任意。</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>Allowed data-parallel degrees, counted as Megatron-LM does: replicas times expert-parallel degree. Auto: any.</source>
        <translation>允许的数据并行度，按 Megatron-LM 的方式计算：副本数乘以专家并行度。自动：任意。</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Allowed expert-parallel degrees. Auto: divisors of the number of experts.</source>
        <translation>允许的专家并行度。自动：专家数的约数。</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Allowed context-parallel degrees. Auto: 1, 2, 4, 8.</source>
        <translation>允许的上下文并行度。自动：1、2、4、8。</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Splits norms and dropout along the sequence between tensor-parallel ranks. Auto: whichever is faster.</source>
        <translation>在张量并行 rank 之间沿序列切分归一化和 dropout。自动：取更快者。</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>One ZeRO stage for all</source>
        <translation>统一 ZeRO 级别</translation>
    </message>
    <message>
        <source>All pipeline stages use the same ZeRO stage, as today&apos;s engines require.</source>
        <translation>所有流水线阶段采用同一 ZeRO 级别，当前的引擎都要求如此。</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>What may be dropped after the forward pass and computed again. Auto: none, selective and full are tried for every stage.</source>
        <translation>前向之后可以丢弃并重新计算的内容。自动：每个阶段尝试无、选择性和完全。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Selective</source>
        <translation>选择性</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>完全</translation>
    </message>
    <message>
        <source>Whole stage</source>
        <translation>整段</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>Rank layout</source>
        <translation>rank 布局</translation>
    </message>
    <message>
        <source>Which ranks are neighbours: the stages of one replica, or the replicas of one stage. Auto: both are tried.</source>
        <translation>哪些 rank 相邻：同一副本的各阶段，或同一阶段的各副本。自动：两者都尝试。</translation>
    </message>
    <message>
        <source>Stages of a replica</source>
        <translation>副本的各阶段</translation>
    </message>
    <message>
        <source>Replicas of a stage</source>
        <translation>阶段的各副本</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>每设备显存</translation>
    </message>
    <message>
        <source>Auto: the device&apos;s own memory.</source>
        <translation>自动：设备自身的显存。</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Bytes kept free for the driver&apos;s context, libraries and workspace. Auto: the device&apos;s own figure.</source>
        <translation>为驱动上下文、库和工作区留出的字节数。自动：设备自身的数值。</translation>
    </message>
    <message>
        <source>Reserve for fragmentation</source>
        <translation>碎片预留</translation>
    </message>
    <message>
        <source>Share of the capacity kept free. Auto: the device&apos;s own figure.</source>
        <translation>显存容量中留空的比例。自动：设备自身的数值。</translation>
    </message>
    <message>
        <source>Communicator buffers</source>
        <translation>通信器缓冲区</translation>
    </message>
    <message>
        <source>Bytes for each communicator of a rank.</source>
        <translation>rank 的每个通信器占用的字节数。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Uses only this many nodes of the cluster. Auto: all.</source>
        <translation>只使用集群中这么多节点。自动：全部。</translation>
    </message>
    <message>
        <source>Level bandwidth</source>
        <translation>层级带宽</translation>
    </message>
    <message>
        <source>Replaces or scales (&quot;x0.5&quot;) the bandwidth per device of a network level.</source>
        <translation>替换或缩放（&quot;x0.5&quot;）某网络层级的每设备带宽。</translation>
    </message>
    <message>
        <source>Level latency</source>
        <translation>层级延迟</translation>
    </message>
    <message>
        <source>Replaces or scales (&quot;x2&quot;) the latency of a network level.</source>
        <translation>替换或缩放（&quot;x2&quot;）某网络层级的延迟。</translation>
    </message>
    <message>
        <source>Overlap of gradient exchange</source>
        <translation>梯度交换的掩盖</translation>
    </message>
    <message>
        <source>Share of the gradient exchange that is hidden behind computation.</source>
        <translation>梯度交换被计算掩盖的比例。</translation>
    </message>
    <message>
        <source>Overlap of ZeRO exchange</source>
        <translation>ZeRO 交换的掩盖</translation>
    </message>
    <message>
        <source>Share of the ZeRO 2 and 3 exchange of every micro-batch that is hidden behind computation.</source>
        <translation>每个微批次的 ZeRO 2 和 3 交换被计算掩盖的比例。</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Paper&apos;s price</source>
        <translation>论文代价</translation>
    </message>
    <message>
        <source>Most devices</source>
        <translation>设备数上限</translation>
    </message>
    <message>
        <source>Upper bound on the devices a plan may use. Auto: all present.</source>
        <translation>方案可使用的设备数上限。自动：全部现有设备。</translation>
    </message>
    <message>
        <source>Round up micro-batches</source>
        <translation>微批次数向上取整</translation>
    </message>
    <message>
        <source>Allows a batch that does not divide evenly: the number of micro-batches is rounded up.</source>
        <translation>允许批大小不能整除：微批次数向上取整。</translation>
    </message>
    <message>
        <source>Downset limit</source>
        <translation>下集上限</translation>
    </message>
    <message>
        <source>Largest number of downsets of a branching model that are searched exactly; beyond it a topological order is used and the gap is shown.</source>
        <translation>对有分支的模型精确搜索的下集数上限；超过则采用一个拓扑序并显示间隙。</translation>
    </message>
    <message>
        <source>Pinned layers</source>
        <translation>固定的层</translation>
    </message>
    <message>
        <source>Layers that must be on a stage, e.g. &quot;block.3:0, 40-47:2, head:last&quot;: a layer&apos;s id or a range of layer numbers from 0, a colon, and the stage from 0 or &quot;last&quot;. Auto: no layer is pinned.</source>
        <translation>必须位于某个阶段的层，例如 &quot;block.3:0, 40-47:2, head:last&quot;：层的 id 或从 0 起的层号范围，冒号，然后是从 0 起的阶段号或 last。自动：不固定任何层。</translation>
    </message>
    <message>
        <source>Folded experts</source>
        <translation>折叠专家</translation>
    </message>
    <message>
        <source>Expert groups span the context and data-parallel ranks of a stage, as in Megatron-LM, instead of being a dimension of their own. Auto: both are tried.</source>
        <translation>专家组跨越一个阶段的上下文 rank 和数据并行 rank（与 Megatron-LM 相同），而不是单独的维度。自动：两种都尝试。</translation>
    </message>
    <message>
        <source>Expert tensor parallel</source>
        <translation>专家张量并行</translation>
    </message>
    <message>
        <source>Allowed tensor-parallel degrees of folded experts. Auto: 1 and the tensor-parallel degree.</source>
        <translation>折叠专家允许的张量并行度。自动：1 和张量并行度。</translation>
    </message>
    <message>
        <source>ZB-H1</source>
        <translation>ZB-H1</translation>
    </message>
    <message>
        <source>Layers recomputed in full</source>
        <translation>完全重计算的层数</translation>
    </message>
    <message>
        <source>Full recomputation of the first so many layers of a stage alone; 0: of all of them. Auto: as few as fit in memory. Chains of layers only.</source>
        <translation>只对阶段的前若干层做完全重计算；0 表示全部。自动：在放得进显存的前提下最少。只适用于成链的层。</translation>
    </message>
    <message>
        <source>What is minimised: the step time; the simpler price of the NEST paper (bottleneck stage times m + s - 1); the memory of the fullest device; or how much more the fullest stage&apos;s devices hold than the emptiest one&apos;s.</source>
        <translation>最小化的对象：单步时间；NEST 论文中较简单的代价（瓶颈阶段乘以 m + s - 1）；最满设备的显存；或最满阶段与最空阶段的设备显存之差。</translation>
    </message>
    <message>
        <source>Least memory</source>
        <translation>最少显存</translation>
    </message>
    <message>
        <source>Balanced memory</source>
        <translation>均衡显存</translation>
    </message>
    <message>
        <source>Longest step</source>
        <translation>最长单步时间</translation>
    </message>
    <message>
        <source>With an objective of memory: no plan may take longer per step. Auto: any time for the least memory, one tenth more than the fastest plan&apos;s for balanced memory.</source>
        <translation>以显存为目标时：方案的单步时间不得超过它。自动：最少显存不限时间，均衡显存不超过最快方案的 110%。</translation>
    </message>
    <message>
        <source>Order of forward and backward passes. ZB-H1 fills waiting time with weight gradients; interleaved stages hold several chunks of layers, which shortens the wait. Auto: 1F1B.</source>
        <translation>前向和反向的先后顺序。ZB-H1 用权重梯度填补等待时间；交错的阶段各有几个分块，等待因此缩短。自动：1F1B。</translation>
    </message>
    <message>
        <source>Interleaved 1F1B</source>
        <translation>交错 1F1B</translation>
    </message>
    <message>
        <source>Virtual stages</source>
        <translation>虚拟阶段</translation>
    </message>
    <message>
        <source>Chunks of layers on each stage under the interleaved schedule, which needs at least 2 of them. Auto: 2 to 8.</source>
        <translation>采用交错调度时每个阶段的分块数，至少为 2。自动：2 到 8。</translation>
    </message>
    <message>
        <source>Copies of a stage</source>
        <translation>阶段的拷贝数</translation>
    </message>
    <message>
        <source>Research: up to so many copies of each stage inside a replica take turns with the micro-batches (1F1B, stages of a replica side by side). No training engine here runs more than 1.</source>
        <translation>研究用：每个阶段在一个副本内最多有这么多份拷贝，轮流处理微批次（1F1B，同一副本的阶段相邻）。这里的训练引擎都不支持大于 1。</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>已显示</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>现在不可用</translation>
    </message>
    <message>
        <source>now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Recent file</source>
        <translation>最近文件</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>DGX A100, NVLink 3, 8 x 200 Gb/s InfiniBand, scalable units of 20 nodes</source>
        <translation>DGX A100，NVLink 3，8 x 200 Gb/s InfiniBand，每个可扩展单元 20 个节点</translation>
    </message>
    <message>
        <source>DGX B200, NVLink 5, 8 x 400 Gb/s InfiniBand, scalable units of 32 nodes</source>
        <translation>DGX B200，NVLink 5，8 x 400 Gb/s InfiniBand，每个可扩展单元 32 个节点</translation>
    </message>
    <message>
        <source>DGX H100, NVLink 4, 8 x 400 Gb/s InfiniBand, scalable units of 32 nodes</source>
        <translation>DGX H100，NVLink 4，8 x 400 Gb/s InfiniBand，每个可扩展单元 32 个节点</translation>
    </message>
    <message>
        <source>DGX H200, NVLink 4, 8 x 400 Gb/s InfiniBand, scalable units of 32 nodes</source>
        <translation>DGX H200，NVLink 4，8 x 400 Gb/s InfiniBand，每个可扩展单元 32 个节点</translation>
    </message>
    <message>
        <source>GB200 NVL72 racks (one node is a rack of 72 GPUs), NVLink 5, 400 Gb/s InfiniBand per GPU</source>
        <translation>GB200 NVL72 机架（一个节点即 72 个 GPU 的机架），NVLink 5，每 GPU 400 Gb/s InfiniBand</translation>
    </message>
    <message>
        <source>HGX A100 servers, NVLink 3, 200 Gb/s per GPU</source>
        <translation>HGX A100 服务器，NVLink 3，每 GPU 200 Gb/s</translation>
    </message>
    <message>
        <source>HGX H100 servers, NVLink 4, 400 Gb/s per GPU</source>
        <translation>HGX H100 服务器，NVLink 4，每 GPU 400 Gb/s</translation>
    </message>
    <message>
        <source>Meta&apos;s RoCE cluster of Llama 3: racks of 2 H100 servers, pods of 3072 GPUs, 1:7 between pods</source>
        <translation>Meta 训练 Llama 3 的 RoCE 集群：每机架 2 台 H100 服务器，每 pod 3072 个 GPU，pod 之间 1:7</translation>
    </message>
    <message>
        <source>Servers with 8 PCIe GPUs: pairs below a switch, two sockets, one 100 Gb/s adapter</source>
        <translation>8 个 PCIe GPU 的服务器：两两接在一个交换芯片下，双路，一块 100 Gb/s 网卡</translation>
    </message>
    <message>
        <source>RDMA over Ethernet in the style of Microsoft Maia 100: 4 accelerators per server, 12 x 400 Gb/s each</source>
        <translation>仿 Microsoft Maia 100 的以太网 RDMA：每服务器 4 个加速器，每个 12 x 400 Gb/s</translation>
    </message>
    <message>
        <source>H100 servers, four below a leaf switch, leaf uplinks over-subscribed 4:1</source>
        <translation>H100 服务器，每台叶交换机下四台，叶交换机上行超卖 4:1</translation>
    </message>
    <message>
        <source>TPU v4 slices of 4 x 4 x n chips (one node is a host of 4 chips), 3D torus</source>
        <translation>TPU v4 切片，4 x 4 x n 个芯片（一个节点即 4 个芯片的主机），三维环面</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>These inputs can&apos;t be planned</source>
        <translation>这些输入无法规划</translation>
    </message>
    <message>
        <source>No plan fits</source>
        <translation>没有可行方案</translation>
    </message>
    <message>
        <source>Looking for what would make a plan possible...</source>
        <translation>正在查找怎样才会有可行方案…</translation>
    </message>
    <message>
        <source>Stopped before a plan was found</source>
        <translation>在找到方案之前已停止</translation>
    </message>
    <message>
        <source>Solve again to continue.</source>
        <translation>再次求解以继续。</translation>
    </message>
    <message>
        <source>No single change of an option, of the memory or of the number of devices makes a plan possible.</source>
        <translation>只改变一个选项、显存或设备数，都得不到可行方案。</translation>
    </message>
    <message>
        <source>What would make a plan possible was not found in the time that is taken for it.</source>
        <translation>在规定的时间内没有找到得到可行方案的办法。</translation>
    </message>
    <message>
        <source>Restored, and not searched yet</source>
        <translation>已恢复，尚未搜索</translation>
    </message>
    <message>
        <source>The program ended unexpectedly while this project was open. Nothing is searched until you press Solve, so that you can save the project or change it first.</source>
        <translation>打开此项目时程序意外终止。在您点击求解之前不会搜索，您可以先保存或修改项目。</translation>
    </message>
</context>
<context>
    <name>Relaxation</name>
    <message>
        <source>%1 more memory per device</source>
        <translation>每个设备增加 %1 显存</translation>
    </message>
    <message>
        <source>twice the bandwidth at level %1</source>
        <translation>将层级 %1 的带宽加倍</translation>
    </message>
    <message>
        <source>half the latency at level %1</source>
        <translation>将层级 %1 的延迟减半</translation>
    </message>
    <message>
        <source>leaving %1 (%2) to the search</source>
        <translation>将「%1」（%2）交给搜索决定</translation>
    </message>
    <message>
        <source>using the reserve of %1 as well</source>
        <translation>把 %1 的预留也用上</translation>
    </message>
    <message>
        <source>a fused loss</source>
        <translation>采用融合损失</translation>
    </message>
    <message>
        <source>hiding the gradient exchange behind computation entirely</source>
        <translation>用计算完全掩盖梯度交换</translation>
    </message>
    <message>
        <source>hiding the ZeRO exchange behind computation entirely</source>
        <translation>用计算完全掩盖 ZeRO 交换</translation>
    </message>
    <message>
        <source>a global batch of %1</source>
        <translation>采用全局批大小 %1</translation>
    </message>
    <message>
        <source>recomputation of whole stages</source>
        <translation>采用整段重计算</translation>
    </message>
    <message>
        <source>a ZeRO stage of its own for every stage</source>
        <translation>让每个阶段各用自己的 ZeRO 级别</translation>
    </message>
    <message>
        <source>%1 more devices</source>
        <translation>增加 %1 个设备</translation>
    </message>
    <message>
        <source>the step time as the objective</source>
        <translation>以单步时间为目标</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>proven optimal</source>
        <translation>已证明最优</translation>
    </message>
    <message>
        <source>best found, at most %1 from the optimum</source>
        <translation>已找到的最佳方案，与最优相差至多 %1</translation>
    </message>
    <message>
        <source>no plan fits</source>
        <translation>没有可行方案</translation>
    </message>
    <message>
        <source>stopped before a plan was found</source>
        <translation>在找到方案之前已停止</translation>
    </message>
    <message>
        <source>stopped, best so far, at most %1 from the optimum</source>
        <translation>已停止，当前最优，与最优相差至多 %1</translation>
    </message>
    <message>
        <source>the tensor-parallel degree doesn&apos;t divide the attention heads</source>
        <translation>张量并行度不能整除注意力头数</translation>
    </message>
    <message>
        <source>the global batch doesn&apos;t divide into whole micro-batches</source>
        <translation>全局批大小不能分成整数个微批次</translation>
    </message>
    <message>
        <source>a stage needs more memory than the device has</source>
        <translation>某阶段所需显存超过设备显存</translation>
    </message>
    <message>
        <source>more devices are needed than there are</source>
        <translation>所需设备多于现有设备</translation>
    </message>
    <message>
        <source>the sequence doesn&apos;t divide by the context- or sequence-parallel degree</source>
        <translation>序列长度不能被上下文或序列并行度整除</translation>
    </message>
    <message>
        <source>the expert-parallel degree doesn&apos;t divide the experts</source>
        <translation>专家并行度不能整除专家数</translation>
    </message>
    <message>
        <source>a layer has no cost for these degrees</source>
        <translation>某层没有这些并行度下的代价</translation>
    </message>
    <message>
        <source>the tensor-parallel degree doesn&apos;t divide the feed-forward width</source>
        <translation>张量并行度不能整除前馈宽度</translation>
    </message>
    <message>
        <source>the chosen training engine can&apos;t run it</source>
        <translation>所选训练引擎无法运行</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n candidate(s))</source>
        <comment>reason and its count</comment>
        <translation>
            <numerusform>%1（%n 个候选方案）</numerusform>
        </translation>
    </message>
    <message>
        <source>nearest: %1, over by %2 on stage %3</source>
        <translation>最接近的：%1，阶段 %3 超出 %2</translation>
    </message>
    <message>
        <source>pinned layers can&apos;t be on their stages</source>
        <translation>固定的层无法位于指定的阶段</translation>
    </message>
    <message>
        <source>nearest: %1, over by %2 however its layers are cut</source>
        <translation>最接近的：%1，无论怎样切分各层都会超出 %2</translation>
    </message>
    <message>
        <source>priced, not searched</source>
        <translation>只计算了代价，未搜索</translation>
    </message>
    <message>
        <source>stopped, best so far</source>
        <translation>已停止，当前最优</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <comment>a layout and its time</comment>
        <translation>%1，单步 %2</translation>
    </message>
    <message>
        <source>the schedule can&apos;t run so many micro-batches on so many stages</source>
        <translation>该调度不能在这么多阶段上执行这么多微批次</translation>
    </message>
</context>
<context>
    <name>Terms</name>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Optimizer update</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>ZeRO communication</source>
        <translation>ZeRO 通信</translation>
    </message>
    <message>
        <source>Transfer in</source>
        <translation>传入</translation>
    </message>
    <message>
        <source>Transfer out</source>
        <translation>传出</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Stash</source>
        <translation>暂存激活值</translation>
    </message>
    <message>
        <source>Working set</source>
        <translation>工作集</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Gradient exchange</source>
        <translation>梯度交换</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>TP communication</source>
        <translation>TP 通信</translation>
    </message>
    <message>
        <source>EP communication</source>
        <translation>EP 通信</translation>
    </message>
    <message>
        <source>CP communication</source>
        <translation>CP 通信</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>Limited by %1: %2 of the step.</source>
        <translation>受限于%1：占单步时间的 %2。</translation>
    </message>
    <message>
        <source>no known engine runs it</source>
        <translation>没有已知引擎能运行</translation>
    </message>
    <message>
        <source>runs on %1</source>
        <translation>可在 %1 上运行</translation>
    </message>
    <message>
        <source>Limited by arithmetic: devices compute for %1 of the step. The largest overhead is %2, %3.</source>
        <translation>受限于计算：设备的计算占单步时间的 %1。最大的开销是%2，占 %3。</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>tensor-parallel communication</source>
        <translation>张量并行通信</translation>
    </message>
    <message>
        <source>expert-parallel communication</source>
        <translation>专家并行通信</translation>
    </message>
    <message>
        <source>context-parallel communication</source>
        <translation>上下文并行通信</translation>
    </message>
    <message>
        <source>ZeRO communication</source>
        <translation>ZeRO 通信</translation>
    </message>
    <message>
        <source>gradient synchronisation</source>
        <translation>梯度同步</translation>
    </message>
    <message>
        <source>the optimizer update</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>filling and draining the pipeline</source>
        <translation>流水线的填充与排空</translation>
    </message>
    <message>
        <source>waiting for stage %1, the slowest</source>
        <translation>等待最慢的阶段 %1</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>transfers between stages at level %1</source>
        <translation>层级 %1 上的阶段间传输</translation>
    </message>
    <message>
        <source>%1 %2 instead of %3</source>
        <translation>%1 取 %2 而不是 %3</translation>
    </message>
    <message>
        <source>The best plan, %1, trains %2 more tokens per second.</source>
        <translation>最优方案 %1 每秒多训练 %2 的 token。</translation>
    </message>
    <message>
        <source>One step away, %1 trains %2 more tokens per second.</source>
        <translation>只差一步：%1，每秒多训练 %2 的 token。</translation>
    </message>
    <message>
        <source>To gain most: %1 would train %2 more tokens per second.</source>
        <translation>收益最大的做法：%1，每秒可多训练 %2 的 token。</translation>
    </message>
    <message>
        <source>To gain most: %1 would allow %2 and train %3 more tokens per second.</source>
        <translation>收益最大的做法：%1，即可采用 %2，每秒多训练 %3 的 token。</translation>
    </message>
    <message>
        <source>Limited by memory on stage %1: %2 of %3 are used.</source>
        <translation>受阶段 %1 的显存限制：已用 %2，共 %3。</translation>
    </message>
    <message>
        <source>Limited by memory on stage %1: %2 would allow a better division of the layers and train %3 more tokens per second.</source>
        <translation>受阶段 %1 的显存限制：%2，即可更好地划分各层，每秒多训练 %3 的 token。</translation>
    </message>
    <message>
        <source>Limited by memory on stage %1: %2 would allow %3 and train %4 more tokens per second.</source>
        <translation>受阶段 %1 的显存限制：%2，即可采用 %3，每秒多训练 %4 的 token。</translation>
    </message>
    <message>
        <source>It does not fit: stage %1 needs %2 more than the %3 of a device.</source>
        <translation>放不下：阶段 %1 比设备的 %3 还多需要 %2。</translation>
    </message>
    <message>
        <source>No single small change gains more than %1.</source>
        <translation>没有任何单项小改动能带来超过 %1 的收益。</translation>
    </message>
    <message>
        <source>Plan %1, %2 slower (within the error of the estimate), is run by %3: %4.</source>
        <translation>方案 %1（慢 %2，在估算误差之内）可由 %3 运行：%4。</translation>
    </message>
    <message>
        <source>Plan %1, %2 slower, is run by %3: %4.</source>
        <translation>方案 %1（慢 %2）可由 %3 运行：%4。</translation>
    </message>
    <message>
        <source>One step away, %1 with stages cut anew trains %2 more tokens per second; with the stages as they are, the change is %3.</source>
        <translation>只差一步：%1 并重新划分阶段后，每秒多训练 %2 的 token；阶段不变时变化为 %3。</translation>
    </message>
    <message>
        <source>One step away, %1 with stages cut anew trains %2 more tokens per second; with the stages as they are it does not fit.</source>
        <translation>只差一步：%1 并重新划分阶段后，每秒多训练 %2 的 token；阶段不变时显存放不下。</translation>
    </message>
    <message>
        <source>Least memory in any step time: the fastest plan takes %1, this one %2 times as long.</source>
        <translation>不限单步时间的最少显存：最快的方案用时 %1，本方案是它的 %2 倍。</translation>
    </message>
    <message>
        <source>Least memory in at most %3 per step: the fastest plan takes %1, this one %2 times as long.</source>
        <translation>单步不超过 %3 时的最少显存：最快的方案用时 %1，本方案是它的 %2 倍。</translation>
    </message>
    <message>
        <source>Most even memory in at most %3 per step: the fastest plan takes %1, this one %2 times as long.</source>
        <translation>单步不超过 %3 时最均衡的显存：最快的方案用时 %1，本方案是它的 %2 倍。</translation>
    </message>
    <message>
        <source>Its chunks differ in size: run micro-batch by micro-batch it takes %1 longer than priced by the formula, which is for equal ones.</source>
        <translation>各分块大小不等：逐个微批次模拟比公式计价长 %1，公式只对相等的分块精确。</translation>
    </message>
    <message>
        <source>%1 knows this layout, but it does not fit</source>
        <translation>%1 认识这种布局，但放不进显存</translation>
    </message>
    <message>
        <source>Another one, just as fast, is run by %1: %2.</source>
        <translation>%1 可以运行另一个同样快的方案：%2。</translation>
    </message>
    <message>
        <source>Another one, %3 slower (within the error of the estimate), is run by %1: %2.</source>
        <translation>%1 可以运行另一个慢 %3（在估计误差之内）的方案：%2。</translation>
    </message>
    <message>
        <source>Another one, %3 slower, is run by %1: %2.</source>
        <translation>%1 可以运行另一个慢 %3 的方案：%2。</translation>
    </message>
    <message>
        <source>It has one stage, which is as even as can be: nothing is left to balance. For the most even of several stages set pp to numbers above 1.</source>
        <translation>它只有一个阶段，已经均匀到底：没有可均衡的余地。若要多个阶段中最均匀的方案，请把 pp 设为大于 1 的数。</translation>
    </message>
    <message>
        <source>It has one stage, which holds all layers, pinned ones too. For a plan with several stages set pp to numbers above 1.</source>
        <translation>它只有一个阶段，容纳了所有的层，包括固定的层。若要有多个阶段的方案，请把 pp 设为大于 1 的数。</translation>
    </message>
    <message>
        <source>experts evenly loaded</source>
        <translation>专家负载均匀</translation>
    </message>
    <message>
        <source>the busiest expert rank with %1 times the mean load</source>
        <translation>最忙的专家 rank 的负载为平均值的 %1 倍</translation>
    </message>
    <message>
        <source>Without copies of stages the best plan takes %1.</source>
        <translation>没有阶段拷贝的最优方案需要 %1。</translation>
    </message>
    <message>
        <source>Another one, even %3 faster, is run by %1: %2. Its experts lie on a grid of their own (option “%4”), which this search left out.</source>
        <translation>%1 可以运行另一个甚至快 %3 的方案：%2。它的专家位于自己的网格上（选项“%4”），此次搜索没有包括。</translation>
    </message>
    <message>
        <source>Limited by the pipeline&apos;s bubble: %1 of the step, most of it %2, %3.</source>
        <translation>受流水线气泡限制：占单步的 %1，其中最多的是%2，占 %3。</translation>
    </message>
    <message>
        <source>Plans are ranked by the simulated time where that is longer, so a later one may be priced faster.</source>
        <translation>模拟时间更长的方案按模拟时间排序，因此排在后面的方案按公式可能更快。</translation>
    </message>
    <message>
        <source>Run micro-batch by micro-batch it takes %1 longer than priced: copies of stages that take turns wait for one another.</source>
        <translation>逐个微批次执行时比公式长 %1：轮流工作的阶段拷贝会相互等待。</translation>
    </message>
    <message>
        <source>Another one, even %3 faster, is run by %1: %2. It has a schedule that this search left out.</source>
        <translation>%1 可以运行另一个甚至快 %3 的方案：%2。它的调度没有包括在此次搜索中。</translation>
    </message>
</context>
<context>
    <name>nest::ui::AboutDialog</name>
    <message>
        <source>About NEST Planner</source>
        <translation>关于 NEST Planner</translation>
    </message>
    <message>
        <source>Plans how to spread the training of a neural network over a cluster, and proves how good the plan is.</source>
        <translation>规划如何将神经网络训练分布到集群上，并证明方案有多好。</translation>
    </message>
    <message>
        <source>An independent implementation of ideas of the paper NEST (MLSys 2026); not affiliated with its authors.</source>
        <translation>NEST 论文（MLSys 2026）思想的独立实现；与论文作者无隶属关系。</translation>
    </message>
    <message>
        <source>The sources are under the MIT licence. This program as built is distributed under the GNU General Public License, version 3 or later, because it is linked with QCustomPlot.</source>
        <translation>源代码采用 MIT 许可证。由于链接了 QCustomPlot，构建出的程序按 GNU 通用公共许可证第 3 版或更高版本分发。</translation>
    </message>
    <message>
        <source>Built with Qt %1 (LGPL-3.0), QCustomPlot (GPL-3.0-or-later) and JSON for Modern C++ (MIT).</source>
        <translation>使用 Qt %1（LGPL-3.0）、QCustomPlot（GPL-3.0-or-later）和 JSON for Modern C++（MIT）构建。</translation>
    </message>
</context>
<context>
    <name>nest::ui::ArchitectureForm</name>
    <message>
        <source>A whole number, e.g. %1</source>
        <translation>整数，例如 %1</translation>
    </message>
    <message>
        <source>Allowed: %1 to %2.</source>
        <translation>允许范围：%1 到 %2。</translation>
    </message>
    <message>
        <source>The hidden size of %1 doesn&apos;t divide by %2 heads.</source>
        <translation>隐藏维度 %1 不能被 %2 个头整除。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Key/value heads</source>
        <translation>键/值头数</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>每头维度</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>专家中间维度</translation>
    </message>
    <message>
        <source>Feed-forward width</source>
        <translation>前馈中间维度</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每 token 专家数</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Tokens of one sequence; the option of the same name</source>
        <translation>一个序列的 token 数，即同名选项</translation>
    </message>
    <message>
        <source>Back to the model&apos;s own</source>
        <translation>恢复模型自身的值</translation>
    </message>
    <message>
        <source>Edited; it was %1.</source>
        <translation>已修改，原为 %1。</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>恢复为 %1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
</context>
<context>
    <name>nest::ui::BoxPicture</name>
    <message>
        <source>Network levels</source>
        <translation>网络层级</translation>
    </message>
    <message>
        <source>Pick a cluster, or draw one, to see its levels.</source>
        <translation>选择或绘制一个集群以查看其层级。</translation>
    </message>
    <message>
        <source>Devices in a group</source>
        <translation>组内设备数</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>Bandwidth per device, one direction</source>
        <translation>每设备带宽，单向</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 个设备</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::CandidatesTable</name>
    <message>
        <source>selective</source>
        <translation>选择性</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完全</translation>
    </message>
    <message>
        <source>whole stage</source>
        <translation>整段</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 on %2 of %3 stages</source>
        <translation>%1，%3 个阶段中的 %2 个</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>token/s</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>%1 runs it.</source>
        <translation>%1 可以运行。</translation>
    </message>
    <message>
        <source>%1 doesn&apos;t: %2.</source>
        <translation>%1 不能：%2。</translation>
    </message>
    <message>
        <source>Best plans</source>
        <translation>最佳方案</translation>
    </message>
    <message>
        <source>no plan for these inputs</source>
        <translation>不是这些输入的方案</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>手工编辑</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a kept plan and its layout</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>As fast as the best within the stated error of %1.</source>
        <translation>在所述误差 %1 内与最优方案一样快。</translation>
    </message>
    <message>
        <source>One of %1 plans that are equal within the stated error of %2.</source>
        <translation>在所述误差 %2 内相当的 %1 个方案之一。</translation>
    </message>
    <message>
        <source>click one to look at it</source>
        <translation>点击即可查看</translation>
    </message>
    <message>
        <source>the first %1 are equal within the stated error of %2</source>
        <translation>前 %1 个方案在所述误差 %2 内相当</translation>
    </message>
    <message numerus="yes">
        <source>full, first %n layer(s)</source>
        <translation>
            <numerusform>完全，前 %n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>full for the first layers, on %1 of %n stage(s)</source>
        <translation>
            <numerusform>最前面的层完全重计算，%n 个阶段中的 %1 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::ChartCard</name>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>图片 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>%1 can&apos;t be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>How it is shown: %1</source>
        <translation>显示方式：%1</translation>
    </message>
    <message>
        <source>Show as picture</source>
        <translation>以图显示</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>以表格显示</translation>
    </message>
    <message>
        <source>Copy or save</source>
        <translation>复制或保存</translation>
    </message>
</context>
<context>
    <name>nest::ui::ChoiceMenus</name>
    <message>
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;As the system</source>
        <translation>跟随系统(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
</context>
<context>
    <name>nest::ui::ClusterPicker</name>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Devices used</source>
        <translation>使用的设备数</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>At most so many of the cluster&apos;s devices</source>
        <translation>最多使用集群中这么多设备</translation>
    </message>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 个设备</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Type a command, option, preset or page</source>
        <translation>输入命令、选项、预设或页面名称</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>可执行的内容</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
</context>
<context>
    <name>nest::ui::CompareWorkspace</name>
    <message>
        <source>optimum</source>
        <translation>最优方案</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>方案 %1</translation>
    </message>
    <message>
        <source>First plan</source>
        <translation>第一个方案</translation>
    </message>
    <message>
        <source>Second plan</source>
        <translation>第二个方案</translation>
    </message>
    <message>
        <source>Two plans, figure by figure</source>
        <translation>两个方案逐项对比</translation>
    </message>
    <message>
        <source>Two plans stand here side by side, once there are two: solve, or keep a plan with Ctrl+D.</source>
        <translation>有两个方案时在此并列显示：请求解，或用 Ctrl+D 保留一个方案。</translation>
    </message>
    <message>
        <source>A step takes %1 with “%2” and %3 with “%4”</source>
        <translation>单步耗时：“%2”为 %1，“%4”为 %3</translation>
    </message>
    <message>
        <source>%1: equal within the stated error.</source>
        <translation>%1：在所述误差内相当。</translation>
    </message>
    <message>
        <source>%1: %2 less time.</source>
        <translation>%1：时间减少 %2。</translation>
    </message>
    <message>
        <source>%1: %2 more time.</source>
        <translation>%1：时间增加 %2。</translation>
    </message>
    <message>
        <source>“%1” does not fit into the devices&apos; memory.</source>
        <translation>“%1”超出设备内存。</translation>
    </message>
    <message>
        <source>To know about these plans</source>
        <translation>关于这两个方案</translation>
    </message>
    <message>
        <source>“%1” as a launch script or configuration for a training engine</source>
        <translation>把“%1”写成训练引擎的启动脚本或配置</translation>
    </message>
    <message>
        <source>Export the better plan…</source>
        <translation>导出更好的方案…</translation>
    </message>
    <message>
        <source>difference: second against first, grey within the stated error</source>
        <translation>差：第二个相对第一个，灰色为所述误差之内</translation>
    </message>
</context>
<context>
    <name>nest::ui::ComparisonTable</name>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>微批次大小</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批次数</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>Rank layout</source>
        <translation>Rank 布局</translation>
    </message>
    <message>
        <source>Devices used</source>
        <translation>使用的设备</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Simulated step</source>
        <translation>模拟单步时间</translation>
    </message>
    <message>
        <source>Sequences per second</source>
        <translation>每秒序列数</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Headroom of the fullest stage</source>
        <translation>最满阶段的余量</translation>
    </message>
    <message>
        <source>Gradient synchronisation</source>
        <translation>梯度同步</translation>
    </message>
    <message>
        <source>Optimizer update</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>Comparison of two plans</source>
        <translation>两个方案的比较</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>memory of stage %1</source>
        <translation>阶段 %1 的显存</translation>
    </message>
    <message>
        <source>What limits it</source>
        <translation>限制因素</translation>
    </message>
    <message>
        <source>Pipeline fill and drain</source>
        <translation>流水线填充与排空</translation>
    </message>
    <message>
        <source>Waiting for the slowest stage</source>
        <translation>等待最慢的阶段</translation>
    </message>
    <message>
        <source>Expert tensor parallel</source>
        <translation>专家张量并行</translation>
    </message>
    <message>
        <source>Forward, mean of the stages</source>
        <translation>前向，阶段平均</translation>
    </message>
    <message>
        <source>Backward, mean of the stages</source>
        <translation>反向，阶段平均</translation>
    </message>
    <message>
        <source>Recomputation, mean of the stages</source>
        <translation>重计算，阶段平均</translation>
    </message>
    <message>
        <source>TP communication, mean of the stages</source>
        <translation>TP 通信，阶段平均</translation>
    </message>
    <message>
        <source>EP communication, mean of the stages</source>
        <translation>EP 通信，阶段平均</translation>
    </message>
    <message>
        <source>CP communication, mean of the stages</source>
        <translation>CP 通信，阶段平均</translation>
    </message>
    <message>
        <source>ZeRO communication, mean of the stages</source>
        <translation>ZeRO 通信，阶段平均</translation>
    </message>
    <message>
        <source>Transfers, mean of the stages</source>
        <translation>传输，阶段平均</translation>
    </message>
    <message>
        <source>within the stated error of %1</source>
        <translation>在所述误差 %1 之内</translation>
    </message>
    <message>
        <source>pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
</context>
<context>
    <name>nest::ui::CostMatrix</name>
    <message>
        <source>Bandwidth between devices</source>
        <translation>设备间带宽</translation>
    </message>
    <message>
        <source>Pick a cluster, or draw one, to see the bandwidth between its devices.</source>
        <translation>选择或绘制一个集群以查看设备间带宽。</translation>
    </message>
    <message>
        <source>device × device, one square = %1 devices</source>
        <translation>设备 × 设备，一格 = %1 个设备</translation>
    </message>
    <message>
        <source>device × device</source>
        <translation>设备 × 设备</translation>
    </message>
    <message>
        <source>device %1 to device %2: %3</source>
        <translation>设备 %1 到设备 %2：%3</translation>
    </message>
    <message>
        <source>the same device</source>
        <translation>同一设备</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Share of device pairs</source>
        <translation>设备对占比</translation>
    </message>
    <message>
        <source>device %1 to its neighbour: %2</source>
        <translation>设备 %1 到相邻设备：%2</translation>
    </message>
</context>
<context>
    <name>nest::ui::DegreesTable</name>
    <message>
        <source>the file has no profile of every layer for this degree</source>
        <translation>文件没有给出各层在该并行度下的剖析数据</translation>
    </message>
    <message>
        <source>%1 layers don&apos;t divide evenly: some stages have one layer more</source>
        <translation>%1 层不能均分：部分阶段多一层</translation>
    </message>
    <message>
        <source>Degree</source>
        <translation>并行度</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <translation>%1 %2：%3</translation>
    </message>
    <message>
        <source>%1 is excluded: %2.</source>
        <translation>%1 不可用：%2。</translation>
    </message>
    <message>
        <source>%1 works for this model.</source>
        <translation>%1 可用于该模型。</translation>
    </message>
    <message>
        <source>%1 works; %2.</source>
        <translation>%1 可用；%2。</translation>
    </message>
    <message>
        <source>Tensor parallelism</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Sequence parallelism beside tensor parallelism of this degree</source>
        <translation>与该并行度的张量并行配合的序列并行</translation>
    </message>
    <message>
        <source>Expert parallelism</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Context parallelism</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>TP works with %1.</source>
        <translation>TP 可取 %1。</translation>
    </message>
    <message>
        <source>Valid degrees</source>
        <translation>可用的并行度</translation>
    </message>
    <message>
        <source>Choose a cell to read the rule behind it.</source>
        <translation>选择一格查看其依据的规则。</translation>
    </message>
    <message numerus="yes">
        <source>pp %1 is more than the %n layer(s)</source>
        <translation>
            <numerusform>pp %1 超过了 %n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key/value head(s): each is copied on %1 ranks</source>
        <translation>
            <numerusform>%n 个键/值头：每个复制到 %1 个 rank</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::DeviceHeatmap</name>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>colour: stage</source>
        <translation>颜色：阶段</translation>
    </message>
    <message>
        <source>colour: replica</source>
        <translation>颜色：副本</translation>
    </message>
    <message>
        <source>colour: load per micro-batch</source>
        <translation>颜色：每微批次负载</translation>
    </message>
    <message>
        <source>colour: memory per device</source>
        <translation>颜色：每设备显存</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>not used by this plan</source>
        <translation>本方案未使用</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1 (of 0–%2)</source>
        <translation>%1（0–%2）</translation>
    </message>
    <message>
        <source>replica %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>拷贝</translation>
    </message>
</context>
<context>
    <name>nest::ui::ExportDialog</name>
    <message>
        <source>beginning of %1 MB</source>
        <translation>共 %1 MB，仅显示开头</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>保存%1</translation>
    </message>
    <message>
        <source>Export the plan</source>
        <translation>导出方案</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Text of the file</source>
        <translation>文件内容</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>保存...</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The option “Training engine” restricts the search to plans that an engine can run; another of the best plans may run on it as well.</source>
        <translation>“训练引擎”选项可将搜索限制为该引擎能运行的方案；其他最佳方案也可能可以在其上运行。</translation>
    </message>
    <message>
        <source>optimum</source>
        <translation>最优方案</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>方案 %1</translation>
    </message>
    <message>
        <source>A plan of the search.</source>
        <translation>搜索得到的方案。</translation>
    </message>
    <message>
        <source>Edited by hand: not the plan that the search found.</source>
        <translation>手动编辑：并非搜索得到的方案。</translation>
    </message>
    <message>
        <source>A kept plan: not the plan that the search found.</source>
        <translation>已保留的方案：并非搜索得到的方案。</translation>
    </message>
    <message>
        <source>Plan to export</source>
        <translation>要导出的方案</translation>
    </message>
    <message>
        <source>Export plan %1 instead</source>
        <translation>改为导出方案 %1</translation>
    </message>
    <message>
        <source>Without the other arguments of the pasted command it can be written.</source>
        <translation>不沿用粘贴的命令中的其他参数就可以写出。</translation>
    </message>
    <message>
        <source>Keep the other arguments of the pasted command</source>
        <translation>保留粘贴的命令中的其他参数</translation>
    </message>
    <message>
        <source>Arguments that the plan does not decide stay as they are; the first lines of the script say what was replaced.</source>
        <translation>方案不决定的参数保持不变；脚本开头的几行说明替换了什么。</translation>
    </message>
    <message>
        <source>Working...</source>
        <translation>正在处理…</translation>
    </message>
    <message>
        <source>The search goes on: this is the best plan so far.</source>
        <translation>搜索仍在进行：这是目前最好的方案。</translation>
    </message>
    <message>
        <source>Export that plan instead</source>
        <translation>改为导出该方案</translation>
    </message>
    <message>
        <source>best for %1</source>
        <translation>%1 的最佳方案</translation>
    </message>
</context>
<context>
    <name>nest::ui::Exporter</name>
    <message>
        <source>Export plan</source>
        <translation>导出方案</translation>
    </message>
    <message>
        <source>Plans (*.json)</source>
        <translation>方案 (*.json)</translation>
    </message>
    <message>
        <source>Export stages</source>
        <translation>导出阶段</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Export best plans</source>
        <translation>导出最佳方案</translation>
    </message>
    <message>
        <source>Folder for the charts</source>
        <translation>图表文件夹</translation>
    </message>
    <message>
        <source>Export charts</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Kind of file</source>
        <translation>文件类型</translation>
    </message>
</context>
<context>
    <name>nest::ui::FabricForm</name>
    <message>
        <source>Fat tree</source>
        <translation>胖树</translation>
    </message>
    <message>
        <source>Spine-leaf</source>
        <translation>脊叶</translation>
    </message>
    <message>
        <source>Torus</source>
        <translation>环面</translation>
    </message>
    <message>
        <source>Whole numbers from the innermost level outwards, e.g. 8, 4, 32</source>
        <translation>由最内层向外的整数，例如 8, 4, 32</translation>
    </message>
    <message>
        <source>One bandwidth per level, e.g. 450 GB/s, 50 GB/s, 25 GB/s</source>
        <translation>每层级一个带宽，例如 450 GB/s, 50 GB/s, 25 GB/s</translation>
    </message>
    <message>
        <source>One latency per level, e.g. 2 us, 5 us, 8 us</source>
        <translation>每层级一个延迟，例如 2 us, 5 us, 8 us</translation>
    </message>
    <message>
        <source>One divisor per level, e.g. 1, 1, 2</source>
        <translation>每层级一个除数，例如 1, 1, 2</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Over-subscription</source>
        <translation>超卖比</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Children per level from the innermost outwards; for a torus the ring lengths</source>
        <translation>由最内层向外每层级的子节点数；环面则为各环的长度</translation>
    </message>
    <message>
        <source>As in the opened file. Choosing a kind replaces it.</source>
        <translation>与打开的文件一致。选择一种类型即可替换。</translation>
    </message>
</context>
<context>
    <name>nest::ui::GapChart</name>
    <message>
        <source>Best plan and bound</source>
        <translation>最佳方案与下界</translation>
    </message>
    <message>
        <source>gap %1, %2 of the families still open</source>
        <translation>间隙 %1，%2 的候选族未决定</translation>
    </message>
    <message>
        <source>gap %1 after %2</source>
        <translation>%2 后间隙 %1</translation>
    </message>
    <message>
        <source>These plans were kept from an earlier search; solve again to watch how it narrows the gap.</source>
        <translation>这些方案是以前的搜索保留下来的；再次求解即可看到间隙怎样缩小。</translation>
    </message>
    <message>
        <source>search, %1</source>
        <translation>搜索时间，%1</translation>
    </message>
    <message>
        <source>step time, %1</source>
        <translation>单步时间，%1</translation>
    </message>
    <message>
        <source>best so far</source>
        <translation>目前最好</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 后</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>尚不知道</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>间隙</translation>
    </message>
    <message>
        <source>families still open</source>
        <translation>未决定的候选族</translation>
    </message>
    <message>
        <source>After</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation>目前最好</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>间隙</translation>
    </message>
    <message>
        <source>Families still open</source>
        <translation>未决定的候选族</translation>
    </message>
</context>
<context>
    <name>nest::ui::GraphLayout</name>
    <message>
        <source>Graphviz took too long: plain layout</source>
        <translation>Graphviz 用时过长：改用简单布局</translation>
    </message>
    <message>
        <source>More than %1 nodes: plain layout</source>
        <translation>超过 %1 个节点：使用简单布局</translation>
    </message>
    <message>
        <source>nest-graphviz is not installed: plain layout</source>
        <translation>未安装 nest-graphviz：使用简单布局</translation>
    </message>
    <message>
        <source>nest-graphviz can&apos;t be started: plain layout</source>
        <translation>无法启动 nest-graphviz：使用简单布局</translation>
    </message>
    <message>
        <source>Graphviz failed: plain layout</source>
        <translation>Graphviz 出错：使用简单布局</translation>
    </message>
</context>
<context>
    <name>nest::ui::HeaderBar</name>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
    <message numerus="yes">
        <source>%n assumed value(s)</source>
        <translation>
            <numerusform>%n 个假定值</numerusform>
        </translation>
    </message>
    <message>
        <source>Values that no source states; click to list them</source>
        <translation>没有来源说明的数值；点击列出</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>求解</translation>
    </message>
    <message>
        <source>End the search and keep the best plan so far</source>
        <translation>结束搜索并保留当前最优方案</translation>
    </message>
    <message>
        <source>Search for the best plan again</source>
        <translation>重新搜索最佳方案</translation>
    </message>
    <message>
        <source>%1 (assumed)</source>
        <translation>%1（假定）</translation>
    </message>
    <message>
        <source>Find a command, option, preset or page</source>
        <translation>查找命令、选项、预设或页面</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
</context>
<context>
    <name>nest::ui::Inspector</name>
    <message>
        <source>Nothing to inspect yet</source>
        <translation>暂无可查看的内容</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Step, plan %1</source>
        <translation>单步，方案 %1</translation>
    </message>
    <message>
        <source>A solved plan shows its terms here: value, formula and source.</source>
        <translation>求解后的方案在此显示各项：数值、公式和来源。</translation>
    </message>
    <message>
        <source>Idle: this plan doesn&apos;t use the device.</source>
        <translation>空闲：本方案未使用该设备。</translation>
    </message>
    <message>
        <source>Stage %1, replica %2, tensor rank %3, expert rank %4, context rank %5</source>
        <translation>阶段 %1，副本 %2，张量 rank %3，专家 rank %4，上下文 rank %5</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s), %1 to %2</source>
        <translation>
            <numerusform>%n 层，%1 至 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Terms of the price</source>
        <translation>代价各项</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) in %1 chunks between %2 and %3</source>
        <translation>
            <numerusform>%n 层，分为 %1 个分块，在 %2 与 %3 之间</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, copy %2</source>
        <translation>%1，拷贝 %2</translation>
    </message>
</context>
<context>
    <name>nest::ui::LayerBars</name>
    <message>
        <source>By layer</source>
        <translation>逐层</translation>
    </message>
    <message>
        <source>The model states none: %1</source>
        <translation>模型没有给出：%1</translation>
    </message>
    <message>
        <source>largest of layers</source>
        <translation>所含层中的最大值</translation>
    </message>
    <message>
        <source>share of the model</source>
        <translation>占全模型</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
</context>
<context>
    <name>nest::ui::LayerGraph</name>
    <message>
        <source>All in view</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Open all blocks</source>
        <translation>展开所有块</translation>
    </message>
    <message>
        <source>Close all blocks</source>
        <translation>折叠所有块</translation>
    </message>
    <message>
        <source>Layer graph</source>
        <translation>层图</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>close the block</source>
        <translation>折叠该块</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>open</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Box</source>
        <translation>方框</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Comes after</source>
        <translation>位于其后</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n box(es) in view</source>
        <translation>
            <numerusform>可见 %1 个，共 %n 个方框</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::LayerStrip</name>
    <message>
        <source>Scroll layers</source>
        <translation>滚动层</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The stages of this plan are branches of the model&apos;s graph, not runs of consecutive layers: their borders can&apos;t be moved here.</source>
        <translation>此方案的阶段是模型图的分支，而不是连续的层：无法在此移动阶段边界。</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>H</source>
        <comment>mark of the head layer</comment>
        <translation>头</translation>
    </message>
    <message>
        <source>E</source>
        <comment>mark of the embedding layer</comment>
        <translation>嵌</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>余 %1</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超 %1</translation>
    </message>
    <message>
        <source>%1 ← and → move it, with Shift by ten.</source>
        <translation>%1 按 ← 和 → 移动，同时按 Shift 一次移动十层。</translation>
    </message>
    <message>
        <source>Drag a border to move layers. Click a recomputation to change it. Keys: Tab, ← →, R.</source>
        <translation>拖动边界可移动层；点击重计算可更改。按键：Tab、← →、R。</translation>
    </message>
    <message>
        <source>One stage: there is no border to move. Click the recomputation to change it.</source>
        <translation>只有一个阶段，没有可移动的边界。点击重计算可更改。</translation>
    </message>
    <message>
        <source>%1; figures follow</source>
        <translation>%1；数值稍后更新</translation>
    </message>
    <message>
        <source>%1; load %2, %3</source>
        <translation>%1；负载 %2，%3</translation>
    </message>
    <message>
        <source>%1 to %2 (%3)</source>
        <translation>%1 至 %2（共 %3 层）</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Over capacity</source>
        <translation>超出容量</translation>
    </message>
    <message>
        <source>Border of %1 and %2</source>
        <translation>%1 与%2 的边界</translation>
    </message>
    <message>
        <source>Before layer</source>
        <translation>位于此层之前</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>moves layers</source>
        <translation>移动层</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入层</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>Equal layers</source>
        <translation>相同的层</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>First layer</source>
        <translation>首层</translation>
    </message>
    <message>
        <source>Last layer</source>
        <translation>末层</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>显存容量</translation>
    </message>
    <message>
        <source>S</source>
        <comment>mark of selective recomputation</comment>
        <translation>选</translation>
    </message>
    <message>
        <source>F</source>
        <comment>mark of full recomputation</comment>
        <translation>全</translation>
    </message>
    <message>
        <source>A</source>
        <comment>mark of recomputation of the whole stage at once</comment>
        <translation>段</translation>
    </message>
    <message>
        <source>Copy --pipeline-model-parallel-layout for Megatron-LM (Ctrl+C)</source>
        <translation>复制用于 Megatron-LM 的 --pipeline-model-parallel-layout（Ctrl+C）</translation>
    </message>
    <message>
        <source>Copy the layout for Megatron-LM</source>
        <translation>复制用于 Megatron-LM 的布局</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Megatron-LM layout: %1</source>
        <translation>Megatron-LM 布局：%1</translation>
    </message>
    <message>
        <source>Layers of the stage recomputed in full</source>
        <translation>该阶段完全重计算的层数</translation>
    </message>
    <message>
        <source>So many of the stage&apos;s first layers are recomputed in full (+ and -)</source>
        <translation>该阶段最前面的这么多层完全重计算（+ 和 -）</translation>
    </message>
    <message>
        <source>recompute </source>
        <comment>before a number of layers</comment>
        <translation>重计算 </translation>
    </message>
    <message>
        <source> of %1</source>
        <comment>after a number of layers: how many there are</comment>
        <translation> / %1 层</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>layers, stages</comment>
        <translation>%1，分为 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stage(s)</source>
        <translation>
            <numerusform>%n 个阶段</numerusform>
        </translation>
    </message>
    <message>
        <source>The stages of this plan are interleaved, and their chunks are branches of the model&apos;s graph, not runs of consecutive layers: they can&apos;t be shown in a row.</source>
        <translation>此方案的阶段是交错的，其分块是模型图的分支，而不是连续的层：无法排成一行显示。</translation>
    </message>
    <message>
        <source>chunk</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>chunk %1</source>
        <translation>分块 %1</translation>
    </message>
    <message>
        <source>%1: %2 (%3), recomputation %4</source>
        <comment>stage, layers of its chunks, how many, kind</comment>
        <translation>%1：%2（共 %3 层），重计算：%4</translation>
    </message>
    <message>
        <source>%1 · chunk %2</source>
        <translation>%1 · 分块 %2</translation>
    </message>
    <message>
        <source>Load of the chunk</source>
        <translation>分块负载</translation>
    </message>
    <message>
        <source>Layers of the stage</source>
        <translation>阶段的层</translation>
    </message>
    <message>
        <source>Load of the stage</source>
        <translation>阶段负载</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>分块</translation>
    </message>
    <message numerus="yes">
        <source>Border before layer %1: %n layer(s) in %2, %3 in %4.</source>
        <translation>
            <numerusform>第 %1 层之前的边界：%2有 %n 层，%4有 %3 层。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Interleaved: the devices of every stage hold %n chunk(s) of layers, which can&apos;t be moved here. Click one to see its stage.</source>
        <translation>
            <numerusform>交错：每个阶段的设备持有 %n 个分块，在此不能移动。点击一个分块即可查看其阶段。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, recomputation %3</source>
        <comment>stage, its layers, kind</comment>
        <translation>%1：%2，重计算：%3</translation>
    </message>
    <message>
        <source>layers %1 to %2 (%3)</source>
        <translation>第 %1 至 %2 层（共 %3 层）</translation>
    </message>
</context>
<context>
    <name>nest::ui::LayerTable</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Weights of the layer, experts included</source>
        <translation>该层的权重，包括专家</translation>
    </message>
    <message>
        <source>Floating-point operations of the forward pass for one sequence</source>
        <translation>一个序列前向计算的浮点运算次数</translation>
    </message>
    <message>
        <source>Forward pass of one sequence on one device</source>
        <translation>一个序列在一个设备上的前向时间</translation>
    </message>
    <message>
        <source>Bytes saved for the backward pass of one sequence</source>
        <translation>为一个序列的反向计算保存的字节数</translation>
    </message>
    <message>
        <source>Bytes that go to later layers for one sequence</source>
        <translation>一个序列传给后续层的字节数</translation>
    </message>
    <message>
        <source>The file states no cost of this layer for this case.</source>
        <translation>文件没有给出该层在这种情况下的代价。</translation>
    </message>
    <message>
        <source>Edited; it was %1. Delete takes the edit back.</source>
        <translation>已修改，原为 %1。按 Delete 撤回修改。</translation>
    </message>
    <message>
        <source>Double-click to change</source>
        <translation>双击可修改</translation>
    </message>
    <message>
        <source>Follows from the FLOP, the bytes moved and the device</source>
        <translation>由 FLOP、访存字节数和设备推出</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>修改…</translation>
    </message>
    <message>
        <source>Take the edit back</source>
        <translation>撤回修改</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
</context>
<context>
    <name>nest::ui::LevelTable</name>
    <message>
        <source>One direction, per device while the whole group communicates</source>
        <translation>单向，整组同时通信时每设备所得</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Bandwidth each</source>
        <translation>每设备带宽</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Assumed: nobody stated this value. Double-click to set it.</source>
        <translation>假定值：没有来源给出。双击可设置。</translation>
    </message>
    <message>
        <source>Double-click to change</source>
        <translation>双击修改</translation>
    </message>
    <message>
        <source>Network levels</source>
        <translation>网络层级</translation>
    </message>
</context>
<context>
    <name>nest::ui::MainWindow</name>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Opened: %1</source>
        <translation>已打开：%1</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;Recent files</source>
        <translation>最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>A stored result was not used: %1</source>
        <translation>未使用已存储的结果：%1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message numerus="yes">
        <source>%1 node(s)</source>
        <translation>
            <numerusform>%1 个节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::ManualWindow</name>
    <message>
        <source>%1 - Manual</source>
        <translation>%1 - 手册</translation>
    </message>
    <message>
        <source>Found for “%1”</source>
        <translation>“%1”的搜索结果</translation>
    </message>
    <message>
        <source>No page has all these words. Try fewer, or a part of one.</source>
        <translation>没有页面包含所有这些词。请减少词数，或只输入一部分。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Print this page</source>
        <translation>打印本页</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
</context>
<context>
    <name>nest::ui::MemoryChart</name>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>stash</source>
        <translation>暂存激活值</translation>
    </message>
    <message>
        <source>working</source>
        <translation>工作集</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>over capacity</source>
        <translation>超出容量</translation>
    </message>
    <message>
        <source>Memory per stage</source>
        <translation>各阶段显存</translation>
    </message>
    <message>
        <source>%1 per device</source>
        <translation>每设备 %1</translation>
    </message>
    <message>
        <source>capacity %1</source>
        <translation>显存容量 %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>free</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>micro-batches in flight</source>
        <translation>在途微批次</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>显存容量</translation>
    </message>
    <message>
        <source>of which embedding, output layer</source>
        <translation>其中嵌入层、输出层</translation>
    </message>
    <message>
        <source>of which embedding</source>
        <translation>其中嵌入层</translation>
    </message>
    <message>
        <source>of which output layer</source>
        <translation>其中输出层</translation>
    </message>
    <message>
        <source>chunks in flight</source>
        <translation>在途分块</translation>
    </message>
</context>
<context>
    <name>nest::ui::ModelChart</name>
    <message>
        <source>A model&apos;s layers stand here once it can be read.</source>
        <translation>模型可读后，此处显示各层。</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>%1 · edited, was %2</source>
        <translation>%1 · 已修改，原为 %2</translation>
    </message>
</context>
<context>
    <name>nest::ui::ModelHead</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation>前向计算</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>每 token %1</translation>
    </message>
    <message>
        <source>%1 per sequence</source>
        <translation>每序列 %1</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>%1, %2 per token</source>
        <translation>%1，每 token 选 %2</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>Figures for</source>
        <translation>数值对应</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation>假定：%1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Pick a model or open a file.</source>
        <translation>选择模型或打开文件。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 参数</translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s)</source>
        <translation>
            <numerusform>%1 个 token</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::ModelWorkspace</name>
    <message>
        <source>Open a file...</source>
        <translation>打开文件...</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Valid degrees</source>
        <translation>可用的并行度</translation>
    </message>
    <message>
        <source>each alone</source>
        <translation>各自单独</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>one device, one sequence, nothing split</source>
        <translation>单设备，单序列，不切分</translation>
    </message>
    <message>
        <source>The file gives the layers one by one: their amounts can be edited in the table.</source>
        <translation>文件逐层给出了模型：各层的数值可在表中修改。</translation>
    </message>
    <message>
        <source>Take all edits back</source>
        <translation>撤回全部修改</translation>
    </message>
</context>
<context>
    <name>nest::ui::NotesPanel</name>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Kept plans</source>
        <translation>保留的方案</translation>
    </message>
    <message>
        <source>What was planned, what was decided, and why</source>
        <translation>规划了什么，决定了什么，以及原因</translation>
    </message>
    <message>
        <source>Notes on the project</source>
        <translation>项目备注</translation>
    </message>
    <message>
        <source>Plans that you pin or paste are listed here, each with a name and a note.</source>
        <translation>固定或粘贴的方案列在这里，各有名称和备注。</translation>
    </message>
    <message>
        <source>Name of the plan</source>
        <translation>方案名称</translation>
    </message>
    <message>
        <source>Note on plan %1</source>
        <translation>方案 %1 的备注</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Drop plan %1</source>
        <translation>移除方案 %1</translation>
    </message>
</context>
<context>
    <name>nest::ui::OptionPanel</name>
    <message>
        <source>Fewer options ▴</source>
        <translation>更少选项 ▴</translation>
    </message>
    <message>
        <source>Search options</source>
        <translation>搜索选项</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>More options (%1) ▸</source>
        <translation>更多选项（%1）▸</translation>
    </message>
</context>
<context>
    <name>nest::ui::OptionRow</name>
    <message>
        <source>%1 bandwidth</source>
        <translation>%1 带宽</translation>
    </message>
    <message>
        <source>%1 latency</source>
        <translation>%1 延迟</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1，已更改</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>nest::ui::OptionsSide</name>
    <message>
        <source>Open a file...</source>
        <translation>打开文件...</translation>
    </message>
    <message>
        <source>of the topology</source>
        <translation>随拓扑</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>nest::ui::PasteCard</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>hidden %1</source>
        <translation>隐藏维度 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n 个注意力头</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key/value head(s)</source>
        <translation>
            <numerusform>%n 个键值头</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expert(s)</source>
        <translation>
            <numerusform>%n 个专家</numerusform>
        </translation>
    </message>
    <message>
        <source>vocabulary %1</source>
        <translation>词表 %1</translation>
    </message>
    <message>
        <source>sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>recomputation %1</source>
        <translation>重计算 %1</translation>
    </message>
    <message>
        <source>global %1</source>
        <translation>全局批大小 %1</translation>
    </message>
    <message>
        <source>sequence %1</source>
        <translation>序列长度 %1</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n node(s) of %2</source>
        <translation>
            <numerusform>%1 个，分布在 %n 个节点上，每节点 %2 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>%1 characters, of which the beginning is shown</source>
        <translation>共 %1 个字符，只显示开头</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Compare with the best plan</source>
        <translation>与最佳方案比较</translation>
    </message>
    <message>
        <source>Plan this model</source>
        <translation>规划此模型</translation>
    </message>
    <message>
        <source>Paste what you run today</source>
        <translation>粘贴当前的运行配置</translation>
    </message>
    <message>
        <source>What you run today</source>
        <translation>当前的运行配置</translation>
    </message>
    <message>
        <source>Megatron-LM arguments as a shell script, one line or YAML; a layout such as &quot;%1&quot;; or a model&apos;s config.json. It is priced beside the best plan.</source>
        <translation>Megatron-LM 参数（shell 脚本、单行命令或 YAML）；一行布局，如“%1”；或模型的 config.json。它会与最佳方案并列计价。</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>machines of the kind %1: the text names no cluster</source>
        <translation>按 %1 的机器：文本未指明集群</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>List all</source>
        <translation>全部列出</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Empty the field and pick a model and a cluster instead</source>
        <translation>清空输入框，改为选择模型和集群</translation>
    </message>
    <message numerus="yes">
        <source>The layout takes %1 device(s); this cluster has %2.</source>
        <translation>
            <numerusform>该布局需要 %1 个设备；此集群有 %2 个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The layout takes %1 device(s); %2 are to be used.</source>
        <translation>
            <numerusform>该布局需要 %1 个设备；将使用 %2 个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::PlanChart</name>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Solve to see the plan.</source>
        <translation>求解以查看方案。</translation>
    </message>
    <message>
        <source>Stopped before a plan was found. Solve again to see one.</source>
        <translation>在找到方案之前已停止。再次求解以查看。</translation>
    </message>
    <message>
        <source>No plan fits. The sentence above says why.</source>
        <translation>没有可行方案，原因见上文。</translation>
    </message>
    <message>
        <source>The search is running.</source>
        <translation>正在搜索。</translation>
    </message>
    <message>
        <source>No plan yet.</source>
        <translation>还没有方案。</translation>
    </message>
</context>
<context>
    <name>nest::ui::PlanNotes</name>
    <message>
        <source>Notes on the plans</source>
        <translation>方案说明</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>收起</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::PlanScatter</name>
    <message>
        <source>Throughput against peak memory</source>
        <translation>吞吐量与峰值显存</translation>
    </message>
    <message>
        <source>Step time against devices</source>
        <translation>单步时间与设备数</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选方案</translation>
    </message>
    <message>
        <source>throughput against memory</source>
        <translation>吞吐量与显存</translation>
    </message>
    <message>
        <source>step against devices</source>
        <translation>单步时间与设备数</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>方案 %1</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>手工编辑</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>peak memory of a device, %1</source>
        <translation>单设备峰值显存，%1</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/s</translation>
    </message>
    <message>
        <source>sequences/s</source>
        <translation>序列/s</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>prefix and unit: M tokens/s</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>step time, %1</source>
        <translation>单步时间，%1</translation>
    </message>
    <message>
        <source>capacity %1</source>
        <translation>显存容量 %1</translation>
    </message>
    <message>
        <source>optimum</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>best found</source>
        <translation>当前最优</translation>
    </message>
    <message>
        <source>Pareto front</source>
        <translation>帕累托前沿</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Sequences/s</source>
        <translation>每秒序列数</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Over capacity</source>
        <translation>超出容量</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>on it</source>
        <translation>在前沿上</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Also here</source>
        <translation>同在此处</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>可容纳</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
</context>
<context>
    <name>nest::ui::PlanWorkspace</name>
    <message>
        <source>Best plans</source>
        <translation>最佳方案</translation>
    </message>
</context>
<context>
    <name>nest::ui::ProblemsPanel</name>
    <message>
        <source>Problems and log</source>
        <translation>问题与日志</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>nest::ui::Project</name>
    <message>
        <source>Model %1</source>
        <translation>模型 %1</translation>
    </message>
    <message>
        <source>Topology %1</source>
        <translation>拓扑 %1</translation>
    </message>
    <message>
        <source>Topology&apos;s own device</source>
        <translation>拓扑自带的设备</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
    <message>
        <source>Keep plan %1</source>
        <translation>保留方案 %1</translation>
    </message>
    <message>
        <source>Drop plan %1</source>
        <translation>移除方案 %1</translation>
    </message>
    <message>
        <source>Plan %1</source>
        <translation>方案 %1</translation>
    </message>
    <message>
        <source>Edit plan</source>
        <translation>编辑方案</translation>
    </message>
    <message>
        <source>End editing</source>
        <translation>结束编辑</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>nest::ui::ProjectFiles</name>
    <message>
        <source>Restored after an unexpected end: %1</source>
        <translation>意外结束后已恢复：%1</translation>
    </message>
    <message>
        <source>Restoring the last project</source>
        <translation>正在恢复上次的项目</translation>
    </message>
    <message>
        <source>A project that can&apos;t be restored was set aside: %1</source>
        <translation>无法恢复的项目已另存：%1</translation>
    </message>
    <message>
        <source>also open in another window (process %1)</source>
        <translation>也在另一个窗口中打开(进程 %1)</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Projects (*.json)</source>
        <translation>项目 (*.json)</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>磁盘上的文件已更改</translation>
    </message>
    <message>
        <source>%1 was changed by another window or program after it was read here.</source>
        <translation>%1 在此处读取之后，被另一个窗口或程序更改过。</translation>
    </message>
    <message>
        <source>Overwriting loses what was written there. Reading it again loses the changes made here.</source>
        <translation>覆盖会丢失那里写入的内容；重新读取会丢失此处所做的更改。</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>另存为...</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>是否保存对 %1 的更改？</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>还没有文件</translation>
    </message>
    <message>
        <source>All that can be read (*.json *.sh *.yaml *.yml *.txt)</source>
        <translation>所有可读取的文件 (*.json *.sh *.yaml *.yml *.txt)</translation>
    </message>
    <message>
        <source>Projects, models, topologies, plans (*.json)</source>
        <translation>项目、模型、拓扑、方案 (*.json)</translation>
    </message>
    <message>
        <source>Launch scripts (*.sh *.yaml *.yml *.txt)</source>
        <translation>启动脚本 (*.sh *.yaml *.yml *.txt)</translation>
    </message>
    <message>
        <source>Restored after an unexpected end, with what was not saved: %1</source>
        <translation>意外结束后已恢复，包括未保存的内容：%1</translation>
    </message>
</context>
<context>
    <name>nest::ui::ProofChart</name>
    <message>
        <source>How it was proven</source>
        <translation>怎样证明的</translation>
    </message>
    <message>
        <source>What became of the candidates is known at the end of a search.</source>
        <translation>搜索结束后才知道各候选的结果。</translation>
    </message>
    <message>
        <source>the same as another one</source>
        <translation>与另一个相同</translation>
    </message>
    <message>
        <source>solved exactly</source>
        <translation>已精确求解</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未决定</translation>
    </message>
    <message>
        <source>stages that reach as far as they can do not cover the model</source>
        <translation>各阶段尽量延伸也覆盖不了整个模型</translation>
    </message>
    <message>
        <source>by the exact recurrence</source>
        <translation>由精确递推得出</translation>
    </message>
    <message>
        <source>however its layers are cut</source>
        <translation>无论怎样切分各层</translation>
    </message>
    <message>
        <source>one of them was searched for all</source>
        <translation>只搜索了其中一个</translation>
    </message>
    <message>
        <source>its best partition is known</source>
        <translation>其最佳划分已知</translation>
    </message>
    <message>
        <source>the search was stopped before</source>
        <translation>搜索在此之前已停止</translation>
    </message>
    <message>
        <source>Nothing is left open: %1 ruled out, %2 solved exactly.</source>
        <translation>没有未决定的候选：排除 %1 个，精确求解 %2 个。</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>share</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>how</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>What became of them</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>How</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>bound of the family</source>
        <translation>所属族的下界</translation>
    </message>
    <message>
        <source>bound without replicas</source>
        <translation>不计副本的下界</translation>
    </message>
    <message>
        <source>bound of the placement</source>
        <translation>放置的下界</translation>
    </message>
    <message>
        <source>no cut fast enough</source>
        <translation>没有足够快的切分</translation>
    </message>
    <message>
        <source>no partition fast enough</source>
        <translation>没有足够快的划分</translation>
    </message>
    <message>
        <source>none fits in memory</source>
        <translation>显存都放不下</translation>
    </message>
    <message>
        <source>too slow by a few additions, before its placements are listed</source>
        <translation>在列出放置之前，几次加法即判定太慢</translation>
    </message>
    <message>
        <source>too slow even without the groups of replicas</source>
        <translation>即使不计副本组也太慢</translation>
    </message>
    <message>
        <source>too slow with its collectives and the levels that its cuts cross</source>
        <translation>计入集合通信和切分跨越的层级后太慢</translation>
    </message>
    <message numerus="yes">
        <source>%1 candidate(s)</source>
        <translation>
            <numerusform>%1 个候选方案</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 candidate(s) undecided: a faster plan may be among them, by at most %2.</source>
        <translation>
            <numerusform>%1 个候选方案尚未决定：其中可能有更快的方案，最多快 %2。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::QuantityField</name>
    <message>
        <source>Allowed: %1 to %2.</source>
        <translation>允许范围：%1 至 %2。</translation>
    </message>
</context>
<context>
    <name>nest::ui::ReasonPage</name>
    <message>
        <source>Do this</source>
        <translation>这样做</translation>
    </message>
    <message>
        <source>Do this: %1</source>
        <translation>这样做：%1</translation>
    </message>
    <message>
        <source>What would make a plan possible</source>
        <translation>怎样才会有可行方案</translation>
    </message>
</context>
<context>
    <name>nest::ui::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>nest::ui::ShownPlan</name>
    <message>
        <source>against the optimum</source>
        <translation>与最优方案相比</translation>
    </message>
    <message>
        <source>against plan 1</source>
        <translation>与方案 1 相比</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>更改%1后</translation>
    </message>
</context>
<context>
    <name>nest::ui::SizeChart</name>
    <message>
        <source>Step time by devices</source>
        <translation>单步时间随设备数的变化</translation>
    </message>
    <message>
        <source>No size was solved yet.</source>
        <translation>还没有求解任何规模。</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>step time, %1</source>
        <translation>单步时间，%1</translation>
    </message>
    <message>
        <source>reaches the step time</source>
        <translation>达到该单步时间</translation>
    </message>
    <message>
        <source>fewest that fit</source>
        <translation>放得下的最少设备</translation>
    </message>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 个设备</numerusform>
        </translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>nothing fits</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
</context>
<context>
    <name>nest::ui::SizeDialog</name>
    <message>
        <source>Solving one size after the other...</source>
        <translation>正在逐个规模求解…</translation>
    </message>
    <message numerus="yes">
        <source>%1 node(s)</source>
        <translation>
            <numerusform>%1 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 个设备</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 reach the step time: %2.</source>
        <translation>%1 即可达到该单步时间：%2。</translation>
    </message>
    <message>
        <source>%1 are the fewest that fit: a step of %2.</source>
        <translation>最少需要 %1：单步 %2。</translation>
    </message>
    <message>
        <source>Stopped before the answer was found.</source>
        <translation>在得到答案之前已停止。</translation>
    </message>
    <message>
        <source>No size up to %1 nodes reaches the step time.</source>
        <translation>%1 个节点以内都达不到该单步时间。</translation>
    </message>
    <message>
        <source>Nothing fits on up to %1 nodes.</source>
        <translation>%1 个节点以内都放不下。</translation>
    </message>
    <message numerus="yes">
        <source>Use %1 node(s)</source>
        <translation>
            <numerusform>采用 %1 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Some larger size was slower, so that a smaller one than this might do.</source>
        <translation>有更大的规模反而更慢，因此更小的规模也可能够用。</translation>
    </message>
    <message>
        <source>%1 on nodes of %2; every size is solved to its best plan.</source>
        <translation>%1，集群 %2；每个规模都求出最优方案。</translation>
    </message>
    <message>
        <source>How many devices?</source>
        <translation>需要多少设备？</translation>
    </message>
    <message>
        <source>&amp;Step time to reach:</source>
        <translation>要达到的单步时间(&amp;S)：</translation>
    </message>
    <message>
        <source>Step time to reach</source>
        <translation>要达到的单步时间</translation>
    </message>
    <message>
        <source>0: any plan that fits will do</source>
        <translation>0：任何放得下的方案都可以</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>nest::ui::StageHeatmap</name>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>share of load</source>
        <translation>占负载比例</translation>
    </message>
    <message>
        <source>%1 per micro-batch · %2</source>
        <translation>每微批次 %1 · %2</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>TP comm</source>
        <translation>TP 通信</translation>
    </message>
    <message>
        <source>EP comm</source>
        <translation>EP 通信</translation>
    </message>
    <message>
        <source>CP comm</source>
        <translation>CP 通信</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>In</source>
        <translation>传入</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>传出</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Absolute</source>
        <translation>绝对值</translation>
    </message>
    <message>
        <source>Share of load</source>
        <translation>占负载比例</translation>
    </message>
    <message>
        <source>Scroll stages</source>
        <translation>滚动阶段</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Once per step, sync</source>
        <translation>每步一次，同步</translation>
    </message>
    <message>
        <source>Once per step, update</source>
        <translation>每步一次，更新</translation>
    </message>
    <message>
        <source>Micro-batches in flight</source>
        <translation>在途微批次</translation>
    </message>
    <message>
        <source>Share of the pipeline&apos;s time</source>
        <translation>占流水线时间的比例</translation>
    </message>
    <message>
        <source>On one device</source>
        <translation>单个设备上</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>显存容量</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Per micro-batch</source>
        <translation>每微批次</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Chunks in flight</source>
        <translation>在途分块</translation>
    </message>
    <message>
        <source>%1 · same colours in both</source>
        <translation>%1 · 两侧色标相同</translation>
    </message>
</context>
<context>
    <name>nest::ui::StartPage</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expert(s)</source>
        <translation>
            <numerusform>%n 个专家</numerusform>
        </translation>
    </message>
    <message>
        <source>hidden %1</source>
        <translation>隐藏维度 %1</translation>
    </message>
    <message>
        <source>sequence %1</source>
        <translation>序列长度 %1</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>Projects and files that you open or save are listed here.</source>
        <translation>打开或保存过的项目和文件列在这里。</translation>
    </message>
    <message numerus="yes">
        <source>%n project(s) were not closed properly</source>
        <translation>
            <numerusform>%n 个项目未正常关闭</numerusform>
        </translation>
    </message>
    <message>
        <source>Unreadable project</source>
        <translation>无法读取的项目</translation>
    </message>
    <message>
        <source>never saved</source>
        <translation>从未保存</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Restore %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Discard %1</source>
        <translation>丢弃 %1</translation>
    </message>
    <message>
        <source>How should the training of this model be spread over that cluster?</source>
        <translation>这个模型的训练应如何分布到那个集群上？</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>返回 %1</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Plan a model on a cluster</source>
        <translation>为模型在集群上做规划</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>求解</translation>
    </message>
    <message>
        <source>Drop a project, model, topology, plan or launch script anywhere on this page, or</source>
        <translation>可将项目、模型、拓扑、方案或启动脚本拖放到本页任意位置，或</translation>
    </message>
    <message>
        <source>open a file...</source>
        <translation>打开文件...</translation>
    </message>
</context>
<context>
    <name>nest::ui::StatusFields</name>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Bounding</source>
        <translation>定界</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>收尾</translation>
    </message>
    <message>
        <source>best so far %1</source>
        <translation>当前最优 %1</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>间隙 %1</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>搜索进度</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message numerus="yes">
        <source>%n level(s)</source>
        <translation>
            <numerusform>%n 个层级</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
    <message>
        <source>List problems and assumed values</source>
        <translation>列出问题和假定值</translation>
    </message>
    <message>
        <source>The inputs have a fault</source>
        <translation>输入有误</translation>
    </message>
    <message>
        <source>Stopped after %1</source>
        <translation>%1 后停止</translation>
    </message>
    <message>
        <source>Solved in %1</source>
        <translation>求解用时 %1</translation>
    </message>
    <message>
        <source>Stored result, solved in %1</source>
        <translation>已存储的结果，求解用时 %1</translation>
    </message>
    <message>
        <source>Priced, not searched</source>
        <translation>只计算了代价，未搜索</translation>
    </message>
    <message numerus="yes">
        <source>%1 candidate(s)</source>
        <translation>
            <numerusform>%1 个候选方案</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 device(s)</source>
        <translation>
            <numerusform>%1 个设备</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 exact search(es)</source>
        <translation>
            <numerusform>%1 次精确搜索</numerusform>
        </translation>
    </message>
    <message>
        <source>Not searched yet</source>
        <translation>尚未搜索</translation>
    </message>
    <message>
        <source>Looking for the next best plans</source>
        <translation>正在寻找其次的方案</translation>
    </message>
</context>
<context>
    <name>nest::ui::SummaryCards</name>
    <message>
        <source>one device</source>
        <translation>单个设备</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
    <message>
        <source>Summary of the plan</source>
        <translation>方案概要</translation>
    </message>
    <message>
        <source>simulated %1</source>
        <translation>模拟值 %1</translation>
    </message>
    <message>
        <source>Sequences per second</source>
        <translation>每秒序列数</translation>
    </message>
    <message>
        <source>%1 per device</source>
        <translation>每设备 %1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1/s per device</source>
        <translation>每设备 %1/s</translation>
    </message>
    <message>
        <source>the model states no FLOP</source>
        <translation>模型未给出 FLOP</translation>
    </message>
    <message>
        <source>%1 over capacity on stage %2</source>
        <translation>阶段 %2 超出容量 %1</translation>
    </message>
    <message>
        <source>%1 free on stage %2</source>
        <translation>阶段 %2 余量 %1</translation>
    </message>
    <message>
        <source>of the pipeline&apos;s %1</source>
        <translation>占流水线的 %1</translation>
    </message>
    <message>
        <source>Optimal</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>第 %1 名</translation>
    </message>
    <message>
        <source>Gap %1</source>
        <translation>间隙 %1</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>无可行方案</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>stopped after %1</source>
        <translation>%1 后停止</translation>
    </message>
    <message>
        <source>the sentence above says why</source>
        <translation>原因见上文</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>change, and against what</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>by hand, not by the search</source>
        <translation>手动编辑，非搜索所得</translation>
    </message>
    <message>
        <source>mb %1 × %2</source>
        <comment>size and number of the micro-batches</comment>
        <translation>微批次 %1 × %2</translation>
    </message>
    <message>
        <source>copies %1 to %2</source>
        <comment>of a stage, fewest and most</comment>
        <translation>拷贝 %1 至 %2 个</translation>
    </message>
    <message>
        <source> · stages differ by %1</source>
        <translation> · 各阶段相差 %1</translation>
    </message>
    <message>
        <source>Priced</source>
        <translation>仅计算代价</translation>
    </message>
    <message>
        <source>not searched: better ones may exist</source>
        <translation>未搜索：可能有更好的方案</translation>
    </message>
    <message numerus="yes">
        <source> · %1 device(s) idle</source>
        <translation>
            <numerusform> · %1 个设备空闲</numerusform>
        </translation>
    </message>
    <message>
        <source>the search goes on</source>
        <translation>搜索仍在进行</translation>
    </message>
    <message numerus="yes">
        <source>%1 candidate(s) in %2</source>
        <translation>
            <numerusform>%2 内 %1 个候选方案</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::Timeline</name>
    <message>
        <source>Schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>%1 · first %2 of %3 micro-batches</source>
        <translation>%1 · 前 %2 个微批次，共 %3 个</translation>
    </message>
    <message>
        <source>%1 · last %2 of %3 micro-batches</source>
        <translation>%1 · 后 %2 个微批次，共 %3 个</translation>
    </message>
    <message>
        <source>%1 · part of the step</source>
        <translation>%1 · 单步的一部分</translation>
    </message>
    <message>
        <source>%1 · one micro-batch</source>
        <translation>%1 · 1 个微批次</translation>
    </message>
    <message>
        <source>%1 · all %2 micro-batches</source>
        <translation>%1 · 全部 %2 个微批次</translation>
    </message>
    <message>
        <source>The schedule is being simulated.</source>
        <translation>正在模拟调度。</translation>
    </message>
    <message>
        <source>There is no schedule to draw: the times of the stages are zero or not finite.</source>
        <translation>没有可绘制的调度：各阶段的时间为零或不是有限值。</translation>
    </message>
    <message>
        <source>Start: the pipeline fills</source>
        <translation>开始：流水线填充</translation>
    </message>
    <message>
        <source>Whole step</source>
        <translation>整个单步</translation>
    </message>
    <message>
        <source>End: the pipeline drains</source>
        <translation>结束：流水线排空</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>not drawn</source>
        <translation>未绘制</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>EP</source>
        <translation>EP</translation>
    </message>
    <message>
        <source>CP</source>
        <translation>CP</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>transfer in</source>
        <translation>传入</translation>
    </message>
    <message>
        <source>transfer out</source>
        <translation>传出</translation>
    </message>
    <message>
        <source>gradient sync</source>
        <translation>梯度同步</translation>
    </message>
    <message>
        <source>update</source>
        <translation>参数更新</translation>
    </message>
    <message>
        <source>step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>%1 simulated · %2 analytic</source>
        <translation>模拟 %1 · 解析 %2</translation>
    </message>
    <message>
        <source>%1 · not drawn</source>
        <translation>%1 · 未绘制</translation>
    </message>
    <message>
        <source>forward passes</source>
        <translation>前向次数</translation>
    </message>
    <message>
        <source>backward passes</source>
        <translation>反向次数</translation>
    </message>
    <message>
        <source>start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>share of step</source>
        <translation>占单步比例</translation>
    </message>
    <message>
        <source>%1 · micro-batch %2</source>
        <translation>%1 · 微批次 %2</translation>
    </message>
    <message>
        <source>part of</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>backward pass of %1</source>
        <translation>反向，共 %1</translation>
    </message>
    <message>
        <source>forward pass of %1</source>
        <translation>前向，共 %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · whole step</source>
        <translation>%1 · 整个单步</translation>
    </message>
    <message>
        <source>%1 · from %2 to %3</source>
        <translation>%1 · 从 %2 到 %3</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Share of step</source>
        <translation>占单步比例</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>backward pass</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>weight gradients of %1</source>
        <translation>%1 的权重梯度</translation>
    </message>
    <message>
        <source>weight gradients</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>%1 · micro-batch %2 · chunk %3</source>
        <translation>%1 · 微批次 %2 · 分块 %3</translation>
    </message>
    <message>
        <source>%1, first copy of each stage</source>
        <translation>%1，每个阶段的第一份拷贝</translation>
    </message>
    <message>
        <source>3·1: micro-batch 3, chunk 1</source>
        <translation>3·1：微批次 3，分块 1</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>分块</translation>
    </message>
    <message numerus="yes">
        <source>%1 later pass(es) are not listed</source>
        <translation>
            <numerusform>后面的 %1 趟未列出</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nest::ui::TopologyWorkspace</name>
    <message>
        <source>The levels describe the links with at most %1 error (mean %2).</source>
        <translation>层级对链路的描述误差至多 %1（平均 %2）。</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>网络结构</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>bandwidth one direction, per device</source>
        <translation>带宽为单向、每设备</translation>
    </message>
    <message>
        <source>bandwidth one direction, per device · * assumed</source>
        <translation>单向带宽，每设备 · * 假定</translation>
    </message>
</context>
<context>
    <name>nest::ui::TrafficChart</name>
    <message>
        <source>Bytes per device</source>
        <translation>每设备字节数</translation>
    </message>
    <message>
        <source>Bytes of the whole cluster</source>
        <translation>整个集群的字节数</translation>
    </message>
    <message>
        <source>Seconds per device</source>
        <translation>每设备秒数</translation>
    </message>
    <message>
        <source>Traffic by level</source>
        <translation>各层级通信量</translation>
    </message>
    <message>
        <source>%1 per step, cluster</source>
        <translation>%1 每步，整个集群</translation>
    </message>
    <message>
        <source>%1 per step, mean device</source>
        <translation>%1 每步，设备平均</translation>
    </message>
    <message>
        <source>%1 per step, device of %2</source>
        <translation>%1 每步，%2 的设备</translation>
    </message>
    <message>
        <source>Counting the bytes…</source>
        <translation>正在统计字节数…</translation>
    </message>
    <message>
        <source>The traffic of this plan can&apos;t be counted: its layers have no figures for it.</source>
        <translation>无法统计此方案的通信量：它的层没有相应数据。</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>EP</source>
        <translation>EP</translation>
    </message>
    <message>
        <source>CP</source>
        <translation>CP</translation>
    </message>
    <message>
        <source>ZeRO and DP</source>
        <translation>ZeRO 与 DP</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>层级 %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>all</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>bandwidth of a device</source>
        <translation>单设备带宽</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
</context>
<context>
    <name>nest::ui::VerdictBar</name>
    <message>
        <source>What limits the plan</source>
        <translation>方案的限制因素</translation>
    </message>
    <message>
        <source>Searching for the first plan...</source>
        <translation>正在搜索第一个方案...</translation>
    </message>
    <message>
        <source>plan %1 of the best</source>
        <translation>最佳方案之 %1</translation>
    </message>
    <message>
        <source>What would help?</source>
        <translation>怎样改进？</translation>
    </message>
    <message>
        <source>Everything that makes training faster, with what it gains</source>
        <translation>所有能让训练更快的办法及其收益</translation>
    </message>
    <message>
        <source>What would help</source>
        <translation>怎样改进</translation>
    </message>
    <message>
        <source>Looking at what would help...</source>
        <translation>正在查看怎样改进...</translation>
    </message>
    <message>
        <source>What the plan is for</source>
        <translation>方案所针对的条件</translation>
    </message>
    <message>
        <source>%1 (assumed)</source>
        <comment>a value that nobody stated</comment>
        <translation>%1（假定）</translation>
    </message>
    <message>
        <source>precision %1</source>
        <translation>精度 %1</translation>
    </message>
    <message>
        <source>Click a value to change it</source>
        <translation>点击数值即可修改</translation>
    </message>
    <message>
        <source>For %1.</source>
        <comment>the values a plan was made for</comment>
        <translation>条件：%1。</translation>
    </message>
    <message>
        <source>from the previous search; the new one is running</source>
        <translation>上一次搜索的结果，新的搜索正在进行</translation>
    </message>
    <message>
        <source>%1; looking for the next best</source>
        <translation>%1，正在寻找其次的方案</translation>
    </message>
    <message>
        <source>best so far, at most %1 from the optimum; the search goes on</source>
        <translation>目前最好，与最优最多相差 %1；搜索仍在进行</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>A launch script or configuration for a training engine (Ctrl+Shift+E)</source>
        <translation>训练引擎的启动脚本或配置（Ctrl+Shift+E）</translation>
    </message>
    <message numerus="yes">
        <source>%1 sequence(s) a step</source>
        <translation>
            <numerusform>每步 %1 个序列</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %1 token(s)</source>
        <translation>
            <numerusform>每个 %1 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>With the option “training engine” set to %1 it is the answer.</source>
        <translation>把选项“训练引擎”设为 %1，得到的就是它。</translation>
    </message>
    <message>
        <source>still looking for what would help</source>
        <translation>仍在查看怎样改进</translation>
    </message>
</context>
<context>
    <name>nest::ui::Waiting</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>nest::ui::WaterfallChart</name>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Memory of the fullest device</source>
        <translation>占用最多的设备的显存</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>手工编辑</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>方案 %1</translation>
    </message>
    <message>
        <source>From %1 to the best plan</source>
        <translation>从 %1 到最优方案</translation>
    </message>
    <message>
        <source>Difference to the best plan</source>
        <translation>与最优方案的差异</translation>
    </message>
    <message>
        <source>step time, %1</source>
        <translation>单步时间，%1</translation>
    </message>
    <message>
        <source>fullest device, %1</source>
        <translation>占用最多的设备，%1</translation>
    </message>
    <message>
        <source>Look at another plan, or keep one, to see what separates it from the best.</source>
        <translation>查看或保留另一个方案，即可看到它与最优方案的差异。</translation>
    </message>
    <message>
        <source>best plan</source>
        <translation>最优方案</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>占 %1 的比例</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>all</source>
        <translation>合计</translation>
    </message>
</context>
<context>
    <name>nest::ui::WhyNotCard</name>
    <message>
        <source>Not possible: %1.</source>
        <translation>不可行：%1。</translation>
    </message>
    <message>
        <source>Step %1, peak %2.</source>
        <translation>单步 %1，峰值显存 %2。</translation>
    </message>
    <message>
        <source>%1 step time against the best.</source>
        <translation>单步时间与最佳方案相比 %1。</translation>
    </message>
    <message>
        <source>It does not fit: stage %1 needs %2 more than the device has.</source>
        <translation>放不下：阶段 %1 比设备显存多需要 %2。</translation>
    </message>
    <message>
        <source>This is the best plan itself.</source>
        <translation>这正是最佳方案。</translation>
    </message>
    <message>
        <source>Keep and look at it</source>
        <translation>保留并查看</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，单步 %2</translation>
    </message>
    <message>
        <source>Nearest that work:</source>
        <translation>最接近的可行布局：</translation>
    </message>
    <message>
        <source>Pricing it...</source>
        <translation>正在计算...</translation>
    </message>
    <message>
        <source>Type a layout to read what it costs, or what speaks against it: tensor, pipeline and data parallel degree, micro-batch, recomputation.</source>
        <translation>输入一个布局，即可看到它的代价，或为何不可行：张量、流水线和数据并行度、微批次、重计算。</translation>
    </message>
    <message>
        <source>Why not this?</source>
        <translation>为何不用这个？</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>The first search is running. A layout can be asked about as soon as it has read the model and the cluster and found a plan.</source>
        <translation>首次搜索正在进行。读入模型和集群并找到方案后，即可询问布局。</translation>
    </message>
    <message>
        <source>Possible after the first search</source>
        <translation>首次搜索后可用</translation>
    </message>
    <message>
        <source>Mostly: %1.</source>
        <translation>主要来自：%1。</translation>
    </message>
</context>
<context>
    <name>nest::ui::WindowDocks</name>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Problems and log</source>
        <translation>问题与日志</translation>
    </message>
</context>
</TS>
