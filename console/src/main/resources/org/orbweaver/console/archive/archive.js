// The banner: closes, and follows where the page in the frame goes. The archived page only ever tells
// addresses and titles; they are shown as text.
'use strict';
const banner = document.getElementById('banner');
const frame = document.getElementById('replay');
const said = document.getElementById('said');
document.getElementById('close').addEventListener('click', () => banner.remove());

const asked = /^#asked=(\d+)$/.exec(location.hash);
if (asked) {
  said.textContent += ' (nothing as old as ' + asked[1] + ': this is the first capture)';
}

window.addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow || !event.data || typeof event.data.url !== 'string') {
    return;
  }
  const {orb, url, time} = event.data;
  if (!/^https?:\/\//.test(url) || !/^\d{14}$/.test(time)) {
    return;
  }
  const prefix = location.pathname.slice(0, location.pathname.indexOf('/', 1) + 1);
  if (orb === 'page') {
    const here = prefix + time + '/' + url;
    if (location.pathname + location.search + location.hash !== here) {
      history.replaceState(null, '', here);
      said.textContent = url;
      document.getElementById('all').href = prefix + '*/' + url;
    }
    document.title = String(event.data.title || url);
  } else if (orb === 'open') {
    window.open(prefix + time + '/' + url, '_blank', 'noopener');
  }
});
