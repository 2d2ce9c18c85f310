/// The style of the lab's page, in addition to the style of reports.
package enum LabStyle {
  /// The rules that follow the rules of ``PageStyle`` in `lab.css`.
  package static let text = """

    main.lab,header.top{max-width:1560px;margin:0 auto;padding:0 24px}
    header.top{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 20px;padding-top:14px;padding-bottom:12px;
    border-bottom:1px solid var(--rule)}
    .top h1{font-size:19px;margin:0}
    .top p{margin:0}
    .facts{color:var(--mut);font-size:14px;flex:0 1 auto}
    #status{font-size:14px;color:var(--mut);flex:1 1 0;min-width:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;
    text-align:right}
    #beside td,#beside th{padding:7px 5px;font-size:13px}
    #beside .key tbody th{min-width:110px}#beside thead th{min-width:0}#beside .below{white-space:normal}
    #status.bad{color:var(--warn);font-weight:600}
    main.lab{display:grid;grid-template-columns:minmax(300px,400px) minmax(0,1fr);gap:8px 44px;padding-top:20px;
    padding-bottom:60px}
    .edit{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:4px 6px 12px 4px;
    margin:-4px -6px 0 -4px}
    label,legend{font-size:14px;color:var(--mut)}
    input,textarea,select,button{font:inherit;color:inherit;background:var(--bg);border:1px solid #7c8187;border-radius:6px}
    button{padding:5px 12px;min-height:34px;cursor:pointer;font-size:14px}
    button:hover:enabled{border-color:var(--ink)}
    button:disabled,input:disabled{color:var(--mut);border-color:var(--rule);cursor:default}
    input:focus-visible,textarea:focus-visible,select:focus-visible,button:focus-visible,code:focus-visible,.problems:focus-visible,
    .chip input:focus-visible + span{outline:3px solid var(--link);outline-offset:1px}
    textarea{display:block;width:100%;padding:10px 12px;font:14px/1.5 ui-monospace,Menlo,Consolas,monospace;
    resize:vertical;min-height:116px;border-color:var(--ink)}
    textarea[aria-invalid=true]{border-color:#b3541e;border-width:2px;padding:9px 11px}
    [hidden]{display:none!important}
    .first,.said{position:absolute;left:-9999px}
    .steps{margin-top:8px}html:not(.live) #undo,html:not(.live) .ledger{display:none}
    .ledger{display:flex;flex-wrap:wrap;gap:6px;align-content:flex-start;height:80px;overflow-y:auto;margin:0 0 12px;padding:3px}
    .ledger button[aria-current]{border-color:var(--ink);font-weight:650}
    .since{font-weight:650}
    .tabs{display:flex;flex-wrap:wrap;gap:6px}
    .tabs:not(:empty){margin:0 0 12px}
    .tabs button[aria-current]{border-color:var(--ink);border-width:2px;font-weight:650}
    .problems{margin-top:8px}.problems p{font-size:14px;margin:0}
    .live .problems{height:132px;overflow-y:auto}
    .problems ul{list-style:none;margin:0;padding:0}
    .problems li{font-size:14px;line-height:1.45;border-left:4px solid var(--rule);background:var(--soft);
    padding:7px 12px;margin:0 0 6px}
    .problems .error,.problems .warning{border-color:#b3541e;background:var(--warnbg)}
    .place{color:inherit;font-weight:700;text-decoration:underline dotted}
    .remedy{color:var(--ink);font-weight:550}
    fieldset{border:0;border-top:1px solid var(--rule);margin:16px 0 0;padding:8px 0 0;display:flex;flex-wrap:wrap;
    gap:8px 10px;align-items:center}
    legend{padding:0 10px 0 0}
    .number input{width:5.2em;padding:5px 8px;min-height:34px;color:var(--ink)}
    .chip{display:inline-flex;position:relative}
    .chip input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer;z-index:1}
    .chip span{border:1px solid #7c8187;border-radius:17px;padding:4px 12px 4px 26px;position:relative;min-height:34px;font-size:14px;
    color:var(--ink);display:inline-flex;align-items:center}
    .chip input:checked + span{background:#00695c;border-color:#00695c;color:#ffffff}
    .chip input:checked + span::before{content:'✓';position:absolute;left:9px}
    .chip input:disabled + span{color:var(--mut);border-color:var(--rule)}
    .chip input:checked:disabled + span{background:var(--soft);color:var(--mut);border-color:var(--rule)}
    .live .apply{display:none}
    .against{margin-top:14px;border-top:1px solid var(--rule);padding-top:6px}
    .against fieldset{border:0;margin:0;padding:0}.against legend{padding:0 0 6px}
    .line{display:flex;flex-wrap:wrap;gap:8px;margin:0;width:100%}
    .line input{flex:1 1 150px;min-width:0;padding:5px 10px;min-height:34px}
    .found{font-size:13px}
    .try{margin-top:16px;border-top:1px solid var(--rule);padding-top:10px}
    .tried p{margin:6px 0 0;font-size:14px}
    .meter{height:8px;border-radius:4px;background:var(--rule);margin-top:10px;overflow:hidden}
    .meter span{display:block;height:100%;width:33%;background:#b3261e}
    .meter.medium span{width:66%;background:#b3541e}.meter.strong span{width:100%;background:#2f7d32}
    .answer:focus{outline:none}
    .answer.stale svg{opacity:.5}.answer.stale .card strong{color:var(--mut)}
    .later svg{opacity:.5;transition:opacity .2s .3s}
    .dim legend,.dim label,.dim .chip span,.dim .number input{color:var(--mut);transition:color .2s .2s}
    .dim .chip input:checked + span{background:#5d7370;border-color:#5d7370;color:#ffffff}
    .answer .alarm{padding:8px 14px;font-size:14px}
    #share{display:none}
    .answer section{margin:0 0 34px}
    .answer .key code{display:none}
    .answer section > details{color:var(--mut)}.answer section > details table{color:var(--ink)}
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(165px,1fr));gap:16px 28px;margin:0 0 30px}
    .card{display:flex;flex-direction:column}
    .card.large{grid-column:span 2}
    .card strong{font-size:25px;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums}
    .card.large strong{font-size:46px;line-height:1.05}
    .card.large{min-height:118px}
    .card span{font-size:14px;color:var(--mut)}
    .examples{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:6px 26px;margin:0 0 10px}
    .examples code{font-size:15px;white-space:pre-wrap;color:var(--ink)}
    .copies{grid-template-columns:minmax(0,1fr)}
    .copies dd{margin:0 0 10px}
    .copy{display:inline-block;white-space:pre-wrap;background:var(--soft);color:var(--ink);font-size:13px;
    padding:6px 10px;border-radius:6px;max-width:100%}
    @media (max-width:820px){main.lab{grid-template-columns:minmax(0,1fr)}main.lab,header.top{padding-left:16px;
    padding-right:16px}.edit{position:relative;max-height:none;overflow:visible}
    #share{display:block;position:fixed;left:0;right:0;bottom:0;z-index:1;background:var(--bg);
    border-top:2px solid var(--ink);padding:12px 16px;font-size:17px;font-weight:650}
    #status:not(:empty){white-space:normal;text-align:left;position:fixed;left:0;right:0;bottom:50px;z-index:1;padding:8px 16px;background:var(--warnbg);
    color:var(--ink);border-top:1px solid var(--rule)}}
    @media (pointer:coarse){button,.number input,.line input,.chip span,select{min-height:44px}}
    @media (min-width:1500px){#refuses,#left{display:grid;grid-template-columns:1fr 1fr;gap:0 20px;align-items:start}
    #refuses > h2,#left > h2,#left > p{grid-column:1/-1}}

    """
}
