# Projects for W1 and W2 from chips40.csv or chips200.csv and models20.csv:
# awk -v OUT=FOLDER -v JOB=w1|w2 -f charts.awk models20.csv chipsN.csv
BEGIN { FS = ","; D = OUT "/data/"; T = OUT "/templates/" }
FNR == 1 { file++; next }
file == 1 { m++; model = model sprintf("m%d,%s,%s,%s,%s,%s\n", m, $1, $2, $3, $4, $5); next }
{ n++; chip = chip sprintf("c%d,%s,%s,%s,%s,%s,%s,maker\n", n, $1, $5, $6, $7, $8, $9); name[n] = $1 }
function chart(f, type, title, rest) {
    printf "```chart\ntype: %s\ntitle: %s\n%s```\n\n", type, title, rest > f
}
END {
    printf "id,name,memory [GB],bandwidth [GB/s],peak [TFLOP/s],tdp [W],price [USD],source\n%s", chip > D "chips.csv"
    printf "id,name,params [Gparam],width [B/param],kv [MB],work [GFLOP]\n%s", model > D "models.csv"
    print "id,kind,title\nmaker,datasheet,Data sheets" > D "sources.csv"
    print "chip [@chips],model [@models],batch" > D "steps.csv"
    for (c = 1; c <= 8; c++) for (q = 0; q < 10; q++)
        printf "c%d,m%d,%d\n", c, (c - 1) % 4 + 1, 2 ^ q > D "steps.csv"
    if (JOB == "w1") w1(T "index.md"); else w2(T)
}
function w1(f,  i, q) {
    print "---\ntitle: Forty chips\n---\n" > f
    for (i = 1; i <= 20; i++)
        printf "%s moves 16 GB of weights in **{{ 16 GB / chips.c%d.bandwidth | ms }}**, and that is the price of one token there when the batch is one.\n\n", name[i], i > f
    print "```table\ndata: chips\ncolumns: [name, bandwidth, peak, 16 GB / bandwidth, 16 GFLOP / peak, tdp]\n```\n" > f
    split("bandwidth peak tdp price memory", bar, " ")
    for (i = 1; i <= 5; i++)
        chart(f, "bar", bar[i] " of twelve chips", sprintf("data: chips limit 12\nx: %s\ny: name\n", bar[i]))
    split("bandwidth bandwidth peak", x, " "); split("peak price tdp", y, " ")
    for (i = 1; i <= 3; i++)
        chart(f, "scatter", y[i] " against " x[i], sprintf("data: chips\nx: %s\ny: %s\nlabel: name\nlog: [x, y]\n", x[i], y[i]))
    for (i = 0; i < 2; i++) {
        q = ""
        for (c = 1; c <= 4; c++) q = q (c > 1 ? " or " : "") "chip = \"c" i * 4 + c "\""
        chart(f, "line", "time of a step against batch", "data: steps where " q "\nx: batch\ny: max(16 GB / chip.bandwidth, 16 GFLOP * batch / chip.peak) + 0.5 MB * batch / chip.bandwidth\ncolor: chip.name\nlog: [x, y]\n")
    }
}
function w2(t,  i) {
    print "---\ntitle: Chips\n---\n\n```table\ndata: chips\ncolumns: [name, bandwidth]\n```" > t "index.md"
    f = t "chips/chip.md"
    print "---\ntitle: \"{{ c.name }}\"\neach: c in chips\n---\n" > f
    for (i = 1; i <= 10; i++)
        printf "{{ models.m%d.name }} on {{ c.name }}: **{{ models.m%d.params * models.m%d.width / c.bandwidth | ms }}** for a token at batch one.\n\n", i, i, i > f
    print "```table\ndata: models\ncolumns: [name, params, params * width / c.bandwidth, work / c.peak]\n```\n" > f
    chart(f, "bar", "time of a token, weights over bandwidth", "data: models limit 12\nx: params * width / c.bandwidth\ny: name\n")
    chart(f, "line", "time of a step against batch", "data: steps where chip = \"c1\" or chip = \"c2\" or chip = \"c3\" or chip = \"c4\"\nx: batch\ny: max(model.params * model.width / c.bandwidth, model.work * batch / c.peak) + model.kv * batch / c.bandwidth\ncolor: model.name\nlog: [x, y]\n")
}
