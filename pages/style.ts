/** The one look of all pages: phones first, light and dark. Colors keep a contrast of 4.5 (WCAG AA). */
export const style = `
:root{color-scheme:light dark;--back:#f4f6f8;--card:#fff;--text:#1b1f24;--soft:#57606a;--line:#d0d7de;--accent:#0b5cad;--on:#fff;--given:#1a7f37;--givenBefore:#0969da;--failed:#cf222e;--inDoubt:#9a6700;--optedOut:#6639ba;--notSent:#8c959f;--error:#fff1f0;--warn:#fff8e0}
@media (prefers-color-scheme:dark){:root{--back:#0d1117;--card:#161b22;--text:#e6edf3;--soft:#9aa4ae;--line:#3a424b;--accent:#6cb0ff;--on:#0d1117;--given:#4cc267;--givenBefore:#58a6ff;--failed:#ff7b72;--inDoubt:#e0a52e;--optedOut:#b392f0;--notSent:#6e7681;--error:#3a1d1f;--warn:#33290f}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif;text-align:start;overflow-wrap:anywhere}
main{max-width:60rem;margin:0 auto;padding:1rem .75rem 3rem}
h1{margin:0;font-size:1.6rem;line-height:1.25}
h2{margin:0 0 .5rem;font-size:1.15rem}
h3{margin:1rem 0 .25rem;font-size:1rem}
p{margin:.5rem 0}
a{color:var(--accent)}
code{font-size:.85em}
small,.soft,dt{color:var(--soft);font-size:.9rem}
section,.note{margin:1rem 0 0;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.error{background:var(--error);border-color:var(--failed);border-inline-start-width:.35rem}
.warning{background:var(--warn);border-color:var(--inDoubt);border-inline-start-width:.35rem}
.error-text{color:var(--failed)}
.warning-text{color:var(--inDoubt)}
.note ul{margin:.25rem 0;padding-inline-start:1.25rem}
.scroll+p{margin-top:1.25rem}
.state{display:inline-block;margin:.5rem 0 0;padding:.1rem .75rem;border:1px solid var(--line);border-radius:1rem;background:var(--card);font-weight:600}
.bar{display:flex;height:1.25rem;margin:.75rem 0;border-radius:.6rem;overflow:hidden;background:var(--line)}
.bar span{min-width:2px}
dl,dd{margin:0}
.tiles{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}
.tiles div{padding:.5rem .75rem;border:1px solid var(--line);border-inline-start:.35rem solid var(--tone);border-radius:.5rem}
.tiles b{display:block;font-size:1.35rem;line-height:1.3;font-variant-numeric:tabular-nums}
.facts{display:grid;gap:.5rem}
.scroll{overflow-x:auto}
dl+.scroll,label+.scroll,form+.scroll{margin-top:1rem}
table{width:100%;border-collapse:collapse}
th,td{padding-block:.4rem;padding-inline:0 .75rem;border-top:1px solid var(--line);text-align:start;vertical-align:top}
th,td{overflow-wrap:anywhere}
.text{min-width:7rem}
.name{min-width:4.5rem}
thead th{border-top:0;font-size:.9rem;overflow-wrap:normal}
th:last-child,td:last-child{padding-inline-end:0}
.number+.text{padding-inline-start:.9rem}
tbody th{font-weight:400}
th.number,td.number{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
form,details{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem;margin:.75rem 0 0}
summary h2{display:inline;margin:0}
section>details{margin:0}
section>details:not([open]){gap:0}
section>.note{margin-top:.5rem}
summary{padding:.25rem 0;cursor:pointer;color:var(--accent)}
details label{display:block;margin-top:.75rem}
form.fields>label,form.fields>button,details>label{max-width:30rem}
.choices{display:grid;gap:.75rem;margin-top:.75rem}
.choices label{margin-top:0}
th select{width:11.5rem;padding:.35rem .5rem}
input,select{display:block;width:100%;padding:.6rem .75rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--card);color:inherit;font:inherit}
input.asked,select.asked{border:2px solid var(--failed)}
input[type=checkbox]{display:inline;width:auto}
input::file-selector-button{margin-inline-end:.75rem;padding:.2rem .75rem;border:1px solid var(--accent);border-radius:.35rem;background:none;color:var(--accent);font:inherit}
button,.button{display:block;padding:.6rem 1.1rem;border:1px solid var(--accent);border-radius:.5rem;background:var(--accent);color:var(--on);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.second{background:var(--card);color:var(--accent)}
.stop{border-color:var(--failed);background:var(--card);color:var(--failed)}
main.narrow{max-width:40rem}
.narrow form{max-width:30rem}
.narrow .facts{margin:.75rem 0}
.narrow section>:first-child{margin-top:0}
.narrow section>:last-child{margin-bottom:0}
[dir=rtl] :is(th,td,dd,h1,b,a,option,input:not([type=file])){unicode-bidi:plaintext;text-align:right}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media (max-width:39.99rem){.stacked,.stacked tbody,.stacked tr,.stacked th,.stacked td{display:block}.stacked thead{position:absolute;clip-path:inset(50%)}.stacked tr{padding:.5rem 0;border-top:1px solid var(--line)}.stacked tr:first-child{border-top:0}.stacked th,.stacked td{padding:.1rem 0;border:0}.stacked tbody th{font-weight:600}.stacked th[data-label]::before{content:attr(data-label) " "}.stacked .number+.text{padding-inline-start:0}.stacked td{display:grid;grid-template-columns:7.5rem 1fr;gap:.75rem}.stacked td.number{text-align:start}.stacked td::before{content:attr(data-label);color:var(--soft)}.stacked td.empty{display:none}}
@media (min-width:40rem){main{padding:2rem 1.5rem 4rem}section,.note{padding:1.1rem 1.4rem}.tiles{grid-template-columns:repeat(3,1fr)}.choices{grid-template-columns:1fr 1fr}.facts div{display:grid;grid-template-columns:11rem 1fr;gap:1rem}form:not(.fields){display:flex;flex-wrap:wrap;align-items:end}form label{flex:1 1 16rem}}
@media (min-width:60rem){.tiles{grid-template-columns:repeat(6,1fr)}}
`;
