/// The page's style sheet; it contains no character that the writer escapes.
package enum PageStyle {
  /// The sheet, on one line: the writer would escape a line end.
  package static let text = (sheet + Fill.style).replacing("\n", with: "")

  private static let sheet = """
    :root{color-scheme:light dark;--ink:#1b1b1b;--mut:#595959;--bg:#ffffff;--rule:#d0d4d8;--soft:#f4f6f8;\
    --accent:#00695c;--link:#0b5394;--warn:#8a4b00;--warnbg:#fff6e8;--ref:#cfd8dc;--day:#f3c9a5}
    @media (prefers-color-scheme:dark){:root{--ink:#f1f1f1;--mut:#b8bcc0;--bg:#14171a;--rule:#3a4046;\
    --soft:#1d2126;--accent:#5cc2b3;--link:#8ec5ff;--warn:#ffc47a;--warnbg:#2b2317;--ref:#37474f;--day:#6b4423}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,sans-serif;\
    overflow-wrap:anywhere}
    main{max-width:980px;margin:0 auto;padding:28px 24px 80px}
    a{color:var(--link)}
    .skip{position:absolute;left:-999px;top:0;background:var(--bg);padding:8px 14px}
    .skip:focus{left:8px;top:8px}
    .kicker{margin:0;color:var(--mut);font-size:14px}
    h1{font-size:28px;line-height:1.2;margin:2px 0 12px;font-weight:650;letter-spacing:-.01em}
    h2{font-size:22px;line-height:1.25;margin:0 0 4px;font-weight:650}
    h3{font-size:17px;margin:26px 0 6px;font-weight:650}
    section{margin:0 0 48px}
    section p{margin:0 0 12px;max-width:72ch}
    .lead,.say{border-left:4px solid var(--accent);padding:2px 0 2px 16px;margin:12px 0 16px}
    .lead p,.say p{margin:0 0 6px;max-width:none}
    .lead p{font-size:17px;line-height:1.45}
    .lead p:last-child,.say p:last-child{margin:0}
    .k{white-space:nowrap;font-weight:650}
    .note,.mut{color:var(--mut)}
    .note{font-size:14px}
    .alarm{border:2px solid #b3541e;border-radius:6px;background:var(--warnbg);padding:12px 16px;margin:0 0 20px}
    .alarm p{margin:0 0 6px}
    .alarm p:last-child{margin:0}
    nav ul{list-style:none;margin:0 0 30px;padding:0;display:flex;flex-wrap:wrap;gap:4px 18px;font-size:14px}
    nav a{display:inline-block;min-height:24px;padding:1px 0}
    .index ul{columns:3 200px;display:block}
    .scroll{overflow-x:auto;max-width:100%;margin:0 0 14px}
    figure .scroll{margin:0}
    #summary{margin:0}#summary .scroll{margin:0}
    .decide{font-size:15px}.decide caption{display:none}
    .decide th,.decide td{vertical-align:middle;padding:9px 12px 9px 0}
    .decide thead th{vertical-align:bottom}
    .decide tbody th{font-weight:650;width:29%;min-width:200px}.decide thead th{min-width:84px}
    .decide thead th:nth-child(2){width:140px}.decide thead th:nth-child(3):not(:nth-last-child(2)){width:210px}
    .decide code{display:block}
    .n{position:relative;min-width:96px;padding:2px 0 2px 8px;font-size:17px;white-space:nowrap;\
    background:linear-gradient(var(--ref),var(--ref)) 0 0/var(--v) 100% no-repeat}
    .n strong{font-weight:600}
    .day{background-image:linear-gradient(var(--day),var(--day))}
    .iv{position:absolute;top:0;bottom:0;z-index:-1;border:solid var(--mut);border-width:0 1px;opacity:.55;\
    background:repeating-linear-gradient(45deg,var(--mut) 0 1.5px,transparent 1.5px 5px)}.n{isolation:isolate}
    .wh{position:absolute;left:max(0%,var(--v) - 8%);right:max(0%,92% - var(--v));bottom:-3px;height:6px;\
    border:solid var(--mut);border-width:0 1.5px 1.5px}
    .few{color:var(--mut)}.err{display:block;padding-top:6px;font-size:13px;line-height:1.35;color:var(--mut)}\
    .rem{display:block;font-weight:400;font-size:13px;line-height:1.35;color:var(--warn)}
    .decide span.yes,.decide span.no{white-space:nowrap}
    .scroll:focus-visible,summary:focus-visible,a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
    table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums;overflow-wrap:normal;width:100%}
    caption{text-align:left;color:var(--mut);font-size:13px;padding:0 0 4px;max-width:calc(100vw - 40px)}
    th,td{padding:6px 14px 6px 0;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top;max-width:340px}
    td,tbody th{overflow-wrap:break-word}
    thead th{font-weight:550;color:var(--mut);font-size:13px;border-bottom:2px solid var(--ink);vertical-align:bottom}
    tbody th{font-weight:500}
    thead th,td{text-align:right}
    td{white-space:nowrap}
    thead th{min-width:4.5em}
    thead th:first-child,thead th.w,.w thead th{text-align:left;min-width:0}
    td.w,.w td{text-align:left;white-space:normal}
    td:last-child,th:last-child{padding-right:4px}
    .key{font-size:15px;margin:0 0 8px}
    .key th,.key td{padding-top:10px;padding-bottom:10px}
    .key tbody th,.key td.w{overflow-wrap:anywhere}.key td.w{min-width:110px}
    .key tbody th{font-weight:650;min-width:210px}
    .key th:nth-child(3){padding-right:26px}.key td:nth-child(3){padding-right:26px}
    code{font:12px/1.4 ui-monospace,Menlo,Consolas,monospace;color:var(--mut);font-weight:400;overflow-wrap:anywhere}
    .key code{display:block}
    .below{display:block;color:var(--mut);white-space:nowrap}
    .yes{color:var(--accent)}
    .no{color:var(--warn);font-weight:600}
    figure{margin:0 0 20px;background:#ffffff;border:1px solid var(--rule);border-radius:8px;padding:16px 18px;color:#1b1b1b;\
    --ink:#1b1b1b;--mut:#595959;--rule:#d0d4d8;--link:#0b5394}
    figcaption{font-size:14px;color:#595959;margin:0 0 12px}
    figcaption strong{color:#1b1b1b;display:block;font-size:15px;font-weight:650}
    svg{display:block;width:100%;height:auto;font-family:inherit;font-size:12px;fill:#1b1b1b;\
    text-anchor:end}
    .ph{display:none}
    .o{stroke:#1b1b1b;stroke-width:.6}
    .m,.g{fill:#595959;text-anchor:start}.m{font-size:11px}.v{font-size:10.5px;text-anchor:middle}
    .l{fill:none;stroke-width:2;stroke-linejoin:round}.b{font-weight:700}
    .e{text-anchor:end}.a{text-anchor:middle}.s{text-anchor:start}.z{fill:none;pointer-events:all}
    .q{stroke:#949494;stroke-width:.5}
    .h,.v{paint-order:stroke;stroke:#ffffff;stroke-width:3px}
    details{margin-top:10px;font-size:14px;color:var(--mut)}
    details table{margin-top:8px;color:var(--ink)}
    summary{cursor:pointer;min-height:24px;padding:2px 0}
    dl{display:grid;grid-template-columns:minmax(110px,max-content) 1fr;gap:4px 18px;font-size:14px;margin:0 0 14px}
    dt{color:var(--mut)}
    dd{margin:0}
    section ul{padding-left:20px;max-width:76ch}
    @page{size:A4;margin:14mm 14mm 16mm;@bottom-right{content:counter(page);font-size:9pt}}
    @media (max-width:600px){main{padding:24px 16px 60px}h1{font-size:24px}.lead p{font-size:16px}\
    figure{padding:10px 8px}.wd{display:none}.ph{display:block}.key{min-width:640px}.key tbody th{min-width:130px;max-width:150px}\
    .decide thead,.decide thead th:nth-child(3):not(:nth-last-child(2)){display:block;min-width:100%;border:0;padding:0;font-weight:400}\
    .decide thead th{display:none}.decide tr{display:block;border-bottom:1px solid var(--rule);padding:8px 0}\
    .decide tbody th,.decide td{display:block;width:auto;max-width:none;border:0;padding:2px 0}\
    .decide td::before{content:attr(data-l);display:block;font-size:12px;color:var(--mut)}\
    dl{grid-template-columns:1fr;gap:0}dd{margin:0 0 8px}\
    }
    @media (max-width:900px){.decide span.yes,.decide span.no{white-space:normal}.decide tbody th{min-width:140px}\
    .decide thead th:nth-child(3):not(:nth-last-child(2)){width:170px}}
    @media (forced-colors:active){figure{forced-color-adjust:none}.n{border-bottom:2px solid}}
    @media print{:root{color-scheme:light;--ink:#1b1b1b;--mut:#595959;--bg:#ffffff;--rule:#d0d4d8;--soft:#f4f6f8;\
    --accent:#00695c;--link:#0b5394;--warn:#8a4b00;--warnbg:#fff6e8;--ref:#cfd8dc;--day:#f3c9a5}\
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}\
    body{font-size:9.5pt;line-height:1.4}main{max-width:none;padding:0}.skip,nav,.screen,figure details{display:none}\
    h1{font-size:18pt}h2{font-size:13pt}h3{font-size:11pt;margin:12px 0 4px}\
    svg,tr,.key:not(:has(tr:nth-child(8))),.alarm,.lead,.say,figcaption,p,li,dd{break-inside:avoid}p,li,dd{orphans:3;widows:3}\
    h2,h3,h2 + p,h3 + p,figcaption,caption,thead{break-after:avoid}tbody tr:first-child{break-before:avoid}summary{display:none}\
    details::details-content{content-visibility:visible;display:block;height:auto}thead{display:table-header-group}\
    .scroll{overflow:visible}svg{max-height:120mm;width:auto;max-width:100%}#f10 svg{max-height:225mm}section{margin:0 0 14px}.key,.decide{font-size:9pt}table{font-size:8.5pt}\
    .n{font-size:11pt}th,td,.decide th,.decide td{padding:3px 8px 3px 0}dl{font-size:8.5pt;gap:1px 12px}figure{border:0;padding:0;margin:0 0 10px}}
    """
}
