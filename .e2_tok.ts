import { openPublicDocs } from './app/public_docs/mod.ts'
import { httpApiHandler } from './app/http_api/endpoint.ts'
const log={info(){},error(){},warn(){},debug(){}} as any
for (const dist of process.argv.slice(2)) { const d=await openPublicDocs({distDir:dist,log}); if(!d.ok) {console.log(d.error); continue}
const g=d.value.current(); const p=g.pages(100); if(!p.ok) throw 1
let max=0, worst='', sum=0,n=0
for(const r of p.value.records) for(const q of [r.title, r.description]) { const a=g.search(q,10); const t=Buffer.byteLength(JSON.stringify(a.records))/4; sum+=t;n++; if(t>max){max=t;worst=q} }
console.log(dist,'max tokens',max.toFixed(0),'mean',(sum/n).toFixed(0),worst)
d.value.close() }
const d=await openPublicDocs({distDir:process.argv[2]!,log}); if(!d.ok) throw d.error
const h=httpApiHandler({docs:d.value,limits:{},log,admit:()=>true})
const rss=()=>{Bun.gc(true);return (process.memoryUsage().rss/1e6).toFixed(0)}
for(let i=0;i<20000;i++) await h(new Request('http://x/api/public/docs/search?q=warm'+i),undefined)
console.log('rss',rss())
for(let k=0;k<5;k++){ for(let i=0;i<40000;i++) await h(new Request('http://x/api/public/docs/search?q=w'+k+'x'+i+'+rate+limit'),undefined); console.log('after',(k+1)*40000,rss()) }
process.exit()
