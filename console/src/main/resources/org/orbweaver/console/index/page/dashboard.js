import { make, number, size } from './elements.js';

const STATES = { NEW: 'New', LOOKED_UP: 'Looked up', NO_PEERS: 'No peers', FAILED: 'Failed', FETCHED: 'Fetched', PRIVATE: 'Private', BLOCKED: 'Blocked', GIVEN_UP: 'Given up' };
const words = name => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** Live figures of the store and, where one runs, of the pipeline. Returns how to stop. */
export function showDashboard(page) {
  document.title = 'Dashboard – Orbweaver';
  const status = make('span', { class: 'status' });
  const store = make('div', {}, make('p', { class: 'empty' }, 'Waiting for the first figures…'));
  const pipeline = make('div', {});
  page.replaceChildren(make('h1', {}, status, 'The index, live'), store, pipeline);
  let before = null;
  const key = sessionStorage.getItem('apikey');
  const events = new EventSource(key ? `/api/live?apikey=${encodeURIComponent(key)}` : '/api/live');
  events.onopen = () => status.classList.add('on');
  events.onerror = () => status.classList.remove('on');
  events.addEventListener('beat', event => {
    const beat = JSON.parse(event.data);
    showStore(store, beat.store);
    showPipeline(pipeline, beat.pipeline, before);
    before = { at: performance.now(), pipeline: beat.pipeline };
  });
  return () => events.close();
}

function figure(name, value, rate) {
  return make('div', { class: 'figure' }, make('span', {}, name), make('strong', {}, value),
    rate ? make('small', {}, `+${number(rate)}/s`) : null);
}

function showStore(place, store) {
  const hashes = Object.entries(store.hashes);
  const all = hashes.reduce((sum, [, count]) => sum + count, 0);
  place.replaceChildren(
    make('div', { class: 'figures' },
      figure('Torrents', number(store.torrents)),
      figure('Infohashes', number(all)),
      figure('Due now', number(store.due)),
      figure('On disk', size(store.bytes)),
      figure('Per torrent', store.torrents ? size(store.bytes / store.torrents) : '–')),
    make('h2', {}, 'Infohashes by state'),
    make('div', { class: 'bars' }, hashes.sort((a, b) => b[1] - a[1]).map(([state, count]) =>
      make('div', { class: 'bar' }, make('span', {}, STATES[state] ?? state),
        make('progress', { max: all || 1, value: count }), make('span', { class: 'number' }, number(count))))));
}

/** Whatever the pipeline reports: a heading per stage, a figure per number, rates from the last beat. */
function showPipeline(place, pipeline, before) {
  const stages = Object.entries(pipeline).filter(([, value]) => value && typeof value === 'object');
  const loose = Object.entries(pipeline).filter(([, value]) => typeof value === 'number');
  if (stages.length === 0 && loose.length === 0) {
    place.replaceChildren(make('p', { class: 'empty' }, 'No indexer is running in this process.'));
    return;
  }
  const seconds = before ? (performance.now() - before.at) / 1000 : 0;
  const figures = (entries, old) => make('div', { class: 'figures' }, entries
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => {
      const rate = seconds && typeof old?.[name] === 'number' ? Math.round((value - old[name]) / seconds) : 0;
      return figure(words(name), Number.isInteger(value) ? number(value) : value.toFixed(3), rate > 0 ? rate : 0);
    }));
  place.replaceChildren(...stages.flatMap(([name, stage]) => [
    make('h2', {}, words(name)), figures(Object.entries(stage), before?.pipeline[name])]),
    ...(loose.length ? [make('h2', {}, 'pipeline'), figures(loose, before?.pipeline)] : []));
}
