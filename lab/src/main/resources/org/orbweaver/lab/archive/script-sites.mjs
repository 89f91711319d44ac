// Builds a site of twenty pages that are made by script in the browser, from npm packages.
//   npm install react react-dom react-router-dom vue vue-router svelte@4 chart.js leaflet lit uplot preact mithril alpinejs esbuild
//   node script-sites.mjs TARGET        (in the directory that holds node_modules)
import {createRequire} from 'node:module';
import {mkdirSync, writeFileSync, copyFileSync} from 'node:fs';
import {join, dirname} from 'node:path';
const need = createRequire(join(process.cwd(), 'x.js'));
const esbuild = need('esbuild');
const target = process.argv[2];
const put = (name, text) => {
  mkdirSync(dirname(join(target, name)), {recursive: true});
  writeFileSync(join(target, name), text);
};
const style = 'body{font:16px/1.5 sans-serif;margin:24px;color:#222} table{border-collapse:collapse}'
  + ' td,th{border:1px solid #999;padding:4px 10px} .card{background:#eef3ee;padding:12px;margin:8px 0}'
  + ' #map,#chart{width:640px;height:400px} .bg{height:40px;background:url(img/stripe.svg)}';
put('site.css', style);
put('img/stripe.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 40L40 0" stroke="#393" stroke-width="6"/></svg>');
put('data/items.json', JSON.stringify({items: Array.from({length: 12}, (_, i) => ({id: i, name: 'Item ' + i, price: (i * 37) % 91}))}));
for (let x = 0; x < 8; x++) {
  for (let y = 0; y < 8; y++) {
    put(`tiles/3/${x}/${y}.svg`, `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="hsl(${(x * 8 + y) * 5},40%,70%)"/><text x="90" y="130" font-size="30">${x}/${y}</text></svg>`);
  }
}
const page = (name, script, body = '<div id=app></div>', head = '', depth = '') =>
  put(name + '.html', `<!doctype html><html lang=en><head><meta charset=utf-8><title>${name}</title>`
    + `<link rel=stylesheet href="${depth}site.css">${head}</head><body>${body}<script src="${depth}js/${script}.js"></script></body></html>`);
const plugin = {
  name: 'svelte',
  setup(build) {
    build.onResolve({filter: /\.svelte$/}, (args) => ({path: args.path, namespace: 'svelte'}));
    build.onLoad({filter: /.*/, namespace: 'svelte'}, async (args) => {
      const {compile} = await import(need.resolve('svelte/compiler'));
      return {contents: compile(components[args.path], {generate: 'dom', css: 'injected'}).js.code, resolveDir: process.cwd()};
    });
  },
};
const components = {
  'Counter.svelte': `<script>let n = 3; $: twice = n * 2; const rows = [1,2,3,4].map(i => ({i, sq: i*i}));</script>
    <h1>Svelte</h1><button on:click={() => n++}>{n} and {twice}</button><table>{#each rows as r}<tr><td>{r.i}</td><td>{r.sq}</td></tr>{/each}</table>
    <style>h1 { color: #a33; }</style>`,
  'Loader.svelte': `<script>import {onMount} from 'svelte'; let items = []; onMount(async () => { items = (await (await fetch('data/items.json')).json()).items; });</script>
    <h1>Svelte fetches</h1>{#if items.length}<ul>{#each items as item (item.id)}<li>{item.name}: {item.price}</li>{/each}</ul>{:else}<p>waiting</p>{/if}`,
};
const build = (name, contents, loader = 'jsx') => esbuild.build({
  stdin: {contents, loader, resolveDir: process.cwd()}, bundle: true, minify: true, format: 'iife',
  define: {'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false'},
  outfile: join(target, 'js', name + '.js'), plugins: [plugin], logLevel: 'error', mainFields: ['browser', 'module', 'main'],
  conditions: ['browser'],
});
const react = "import React from 'react'; import {createRoot} from 'react-dom/client'; const h = React.createElement; const root = createRoot(document.getElementById('app'));";
await build('react-list', react + "root.render(<div><h1>React</h1><table><tbody>{[...Array(9).keys()].map(i => <tr key={i}><td>{i}</td><td>{i*i}</td></tr>)}</tbody></table></div>);");
page('react-list', 'react-list');
await build('react-fetch', react + "function A(){const [d,s]=React.useState(null);React.useEffect(()=>{fetch('/data/items.json').then(r=>r.json()).then(s)},[]);return <div><h1>{location.pathname}</h1>{d?d.items.map(i=><div className='card' key={i.id}>{i.name} {i.price}</div>):'waiting'}</div>} root.render(<A/>);");
page('react-fetch', 'react-fetch');
await build('react-svg', react + "root.render(<div><h1>SVG</h1><svg width='400' height='300'>{[...Array(30).keys()].map(i=><circle key={i} cx={20+i*12} cy={150+100*Math.sin(i/3)} r='6' fill='#369'/>)}<image href='img/stripe.svg' x='0' y='0' width='40' height='40'/></svg><img src='img/stripe.svg'/></div>);");
page('react-svg', 'react-svg');
await build('react-time', react + "root.render(<div><h1>{new Date().toISOString().slice(0,10)}</h1><p>{location.href.replace(/:\\d+/, '')}</p><p>{document.referrer||'none'} {document.title}</p><div className='bg'></div></div>);");
page('react-time', 'react-time');
const vue = "import {createApp, ref, computed, onMounted, h} from 'vue';";
await build('vue-list', vue + "createApp({setup(){const n=ref(5);const all=computed(()=>[...Array(n.value).keys()]);return()=>h('div',[h('h1','Vue'),...all.value.map(i=>h('div',{class:'card'},'Card '+i))])}}).mount('#app');");
page('vue-list', 'vue-list');
await build('vue-fetch', vue + "createApp({setup(){const d=ref([]);onMounted(()=>{const x=new XMLHttpRequest();x.open('GET','data/items.json');x.onload=()=>d.value=JSON.parse(x.responseText).items;x.send()});return()=>h('ul',d.value.map(i=>h('li',i.name+' '+i.price)))}}).mount('#app');");
page('vue-fetch', 'vue-fetch');
await build('vue-html', vue + "createApp({setup(){return()=>h('div',{innerHTML:'<h1>Markup</h1><img src=\"/img/stripe.svg\"><p style=\"background:url(img/stripe.svg);height:30px\">text</p>'})}}).mount('#app');");
page('vue-html', 'vue-html');
await build('svelte-counter', "import C from 'Counter.svelte'; new C({target: document.getElementById('app')});");
page('svelte-counter', 'svelte-counter');
await build('svelte-fetch', "import C from 'Loader.svelte'; new C({target: document.getElementById('app')});");
page('svelte-fetch', 'svelte-fetch');
await build('router', react + "import {BrowserRouter,Routes,Route,Link,Navigate,useLocation} from 'react-router-dom';"
  + "function W(){return <p>at {useLocation().pathname}</p>} root.render(<BrowserRouter><nav><Link to='/router/items.html'>items</Link> <Link to='/router/about.html'>about</Link></nav><W/><Routes><Route path='/router/items.html' element={<h1>Items</h1>}/><Route path='/router/about.html' element={<h1>About</h1>}/><Route path='/router/jump.html' element={<Navigate to='/router/about.html'/>}/><Route path='*' element={<h1>Lost</h1>}/></Routes></BrowserRouter>);");
for (const name of ['items', 'about', 'jump']) {
  page('router/' + name, 'router', undefined, '', '../');
}
await build('vue-router', vue + "import {createRouter,createWebHistory,RouterView,RouterLink} from 'vue-router';"
  + "const P=t=>({render:()=>h('h1',t)});const r=createRouter({history:createWebHistory(),routes:[{path:'/vrouter/one.html',component:P('One')},{path:'/vrouter/two.html',component:P('Two')}]});"
  + "createApp({render:()=>h('div',[h(RouterLink,{to:'/vrouter/two.html'},()=>'two'),h(RouterView)])}).use(r).mount('#app');r.isReady().then(()=>{if(location.hash==='#go')r.push('/vrouter/two.html')});");
page('vrouter/one', 'vue-router', undefined, '', '../');
await build('chart', "import Chart from 'chart.js/auto'; new Chart(document.getElementById('c'),{type:location.pathname.includes('line')?'line':'bar',options:{animation:false,responsive:false},data:{labels:['a','b','c','d','e'],datasets:[{label:'x',data:[3,7,4,9,2],backgroundColor:'#396'}]}});");
page('chart-bar', 'chart', '<canvas id=c width=640 height=400></canvas>');
page('chart-line', 'chart', '<canvas id=c width=640 height=400></canvas>');
await build('uplot', "import U from 'uplot'; const x=[...Array(60).keys()]; new U({width:640,height:300,scales:{x:{time:false}},series:[{},{stroke:'#933'}]},[x,x.map(v=>Math.sin(v/6))],document.getElementById('app'));");
copyFileSync(need.resolve('uplot/dist/uPlot.min.css'), join(target, 'uplot.css'));
page('uplot', 'uplot', undefined, '<link rel=stylesheet href=uplot.css>');
await build('map', "import L from 'leaflet'; const m=L.map('map',{zoomControl:false,fadeAnimation:false,zoomAnimation:false,attributionControl:false}).setView([20,10],3); L.tileLayer('tiles/{z}/{x}/{y}.svg').addTo(m); L.circle([20,10],{radius:900000}).addTo(m);");
copyFileSync(need.resolve('leaflet/dist/leaflet.css'), join(target, 'leaflet.css'));
page('map', 'map', '<div id=map></div>', '<link rel=stylesheet href=leaflet.css>');
await build('lit', "import {LitElement,html,css} from 'lit'; class C extends LitElement{static styles=css`:host{display:block;background:#efe;padding:10px} h2{color:#063}`;static properties={name:{}};render(){return html`<h2>Hello ${this.name}</h2><img src='img/stripe.svg'><slot></slot>`}} customElements.define('x-card',C);");
page('lit', 'lit', '<x-card name=one>slotted</x-card><x-card name=two><b>two</b></x-card>');
await build('component', "class B extends HTMLElement{connectedCallback(){const s=this.attachShadow({mode:'open'});s.innerHTML='<style>p{background:url(img/stripe.svg);padding:20px}</style><p>Shadow of '+this.getAttribute('name')+'</p><a href=\"/react-list.html\">link</a>'}} customElements.define('x-box',B);");
page('component', 'component', '<x-box name=a></x-box><x-box name=b></x-box>');
await build('mithril', "import m from 'mithril'; m.mount(document.getElementById('app'),{view:()=>m('div',[m('h1','Mithril'),[1,2,3].map(i=>m('p.card','Row '+i))])});");
page('mithril', 'mithril');
