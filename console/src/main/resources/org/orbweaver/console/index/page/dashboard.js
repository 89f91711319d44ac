import { ask, make, number, say, size } from './elements.js';

const STATES = { NEW: 'New', LOOKED_UP: 'Looked up', NO_PEERS: 'No peers', FAILED: 'Failed', FETCHED: 'Fetched', PRIVATE: 'Private', BLOCKED: 'Blocked', GIVEN_UP: 'Given up' };
const words = name => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();
const DAYS = 30;

/** Live figures of the store and, where one runs, of the pipeline. Returns how to stop. */
export function showDashboard(page) {
  document.title = 'Dashboard – Orbweaver';
  const status = make('span', { class: 'status' });
  const store = make('div', {}, make('p', { class: 'empty' }, say('Waiting for the first figures…')));
  const history = make('div', {});
  const pipeline = make('div', {});
  page.replaceChildren(make('h1', {}, status, say('The index, live')), store, history, pipeline);
  // The first figures wait for their names: they would be shown under the program's own for a second.
  const named = ask('/assets/counters.json').catch(() => ({}));
  ask('/api/history', { days: DAYS }).then(days => showHistory(history, days)).catch(() => {});
  let before = null;
  const key = sessionStorage.getItem('apikey');
  const events = new EventSource(key ? `/api/live?apikey=${encodeURIComponent(key)}` : '/api/live');
  events.onopen = () => status.classList.add('on');
  events.onerror = () => status.classList.remove('on');
  events.addEventListener('beat', async event => {
    const counters = await named;
    const beat = JSON.parse(event.data);
    showStore(store, beat.store);
    const stages = stagesOf(beat.pipeline);
    showPipeline(pipeline, stages, before, counters);
    before = { at: performance.now(), pipeline: stages };
  });
  return () => events.close();
}

/** An indexer reports its pipeline beside its node and its peers; others report stages only. */
function stagesOf(report) {
  return report.pipeline ? { ...report.pipeline, peers: report.peerFailures, node: report.node } : report;
}

function figure(name, value, rate, sentence) {
  return make('div', { class: 'figure', title: sentence }, make('span', {}, name), make('strong', {}, value),
    rate ? make('small', {}, `+${number(rate)}/s`) : null,
    sentence ? make('p', {}, sentence) : null);
}

/** Two charts over the last days: torrents that came, and how many of them have seeders now. */
function showHistory(place, days) {
  if (days.length < 2) return;
  place.replaceChildren(make('h2', {}, say('Last {0} days', days.length)),
    make('div', { class: 'charts' },
      chart(say('Torrents found a day'), days.map(day => day.torrents), number),
      chart(say('Alive now, by day of arrival'), days.map(day => day.alive), share => `${Math.round(share * 100)} %`)));
}

function chart(title, values, text) {
  const most = Math.max(...values, Number.MIN_VALUE);
  return make('figure', {}, make('figcaption', {}, say('{0}: {1} on the last day, at most {2}', title, text(values.at(-1)), text(most))),
    make('div', { class: 'columns', role: 'img', 'aria-label': title },
      values.map(value => {
        const column = make('i', { title: text(value) });
        column.style.height = `${Math.max(1, 100 * value / most)}%`;
        return column;
      })));
}

function showStore(place, store) {
  const hashes = Object.entries(store.hashes);
  const all = hashes.reduce((sum, [, count]) => sum + count, 0);
  place.replaceChildren(
    make('div', { class: 'figures' },
      figure(say('Torrents'), number(store.torrents)),
      figure(say('Infohashes'), number(all)),
      figure(say('Due now'), number(store.due)),
      figure(say('On disk'), size(store.bytes)),
      figure(say('Per torrent'), store.torrents ? size(store.bytes / store.torrents) : '–')),
    make('h2', {}, say('Infohashes by state')),
    make('div', { class: 'bars' }, hashes.sort((a, b) => b[1] - a[1]).map(([state, count]) =>
      make('div', { class: 'bar' }, make('span', {}, say(STATES[state] ?? state)),
        make('progress', { max: all || 1, value: count, 'aria-label': say(STATES[state] ?? state) }), make('span', { class: 'number' }, number(count))))));
}

/** Whatever the pipeline reports: a heading per stage, a figure per number, rates from the last beat. */
function showPipeline(place, pipeline, before, counters) {
  const stages = Object.entries(pipeline).filter(([, value]) => value && typeof value === 'object');
  const loose = Object.entries(pipeline).filter(([, value]) => typeof value === 'number');
  if (stages.length === 0 && loose.length === 0) {
    place.replaceChildren(make('p', { class: 'empty' }, say('No indexer is running in this process.')));
    return;
  }
  const seconds = before ? (performance.now() - before.at) / 1000 : 0;
  const figures = (stage, entries, old) => make('div', { class: 'figures' }, entries
    .filter(([name, value]) => typeof value === 'number' && (stage !== 'node' || counters.node?.[1][name]))
    .map(([name, value]) => {
      const rate = seconds && typeof old?.[name] === 'number' ? Math.round((value - old[name]) / seconds) : 0;
      const [title, sentence] = counters[stage]?.[1][name] ?? [words(name), null];
      return figure(title, Number.isInteger(value) ? number(value) : value.toFixed(3), rate > 0 ? rate : 0, sentence);
    }));
  place.replaceChildren(...stages.flatMap(([name, stage]) => [
    make('h2', {}, counters[name]?.[0] ?? words(name)), figures(name, Object.entries(stage), before?.pipeline[name])]),
    ...(loose.length ? [make('h2', {}, counters.pipeline?.[0] ?? 'pipeline'), figures('pipeline', loose, before?.pipeline)] : []));
}
