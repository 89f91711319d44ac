import { ago, ask, exact, make, number, plain, say, size, tagList } from './elements.js';

export async function showTorrent(page, hash) {
  page.replaceChildren(make('p', { class: 'empty' }, say('Loading…')));
  const torrent = await ask(`/api/torrents/${hash}`);
  document.title = `${plain(torrent.name)} – Orbweaver`;
  const guess = torrent.guess;
  const facts = [
    ['Size', say(torrent.fileCount === 1 ? '{0} in one file' : '{0} in {1} files', size(torrent.size), number(torrent.fileCount))],
    ['Swarm', torrent.seeders < 0 ? say('not counted yet') : say('{0} seeders, {1} leechers', number(torrent.seeders), number(torrent.leechers))],
    ['Found', torrent.added ? make('time', { title: exact(torrent.added) }, ago(torrent.added)) : '–'],
    ['Asked for', say('{0} times in the DHT', number(torrent.hits))],
    ['Probably', plain([guess.title, guess.year].filter(Boolean).join(', '))],
    torrent.counted ? ['Counted', make('time', { title: exact(torrent.counted) }, ago(torrent.counted))] : null,
    torrent.ids.length ? ['Known as', torrent.ids.map((id, at) => [at ? ', ' : '', make('a', { class: 'link', href: id.page, rel: 'noreferrer' }, `${id.source} ${id.number}`)])] : null,
  ].filter(Boolean);
  page.replaceChildren(...[
    make('h1', { dir: 'auto' }, plain(torrent.name) || say('(no name)')),
    tagList(torrent.tags),
    make('div', { class: 'actions' },
      make('a', { class: 'primary', href: torrent.magnet }, say('Magnet link')),
      torrent.torrentFile ? make('a', { href: `/files/${torrent.hash}.torrent`, download: true }, say('Torrent file')) : null),
    make('div', { class: 'facts' },
      facts.map(([name, value]) => make('div', { class: 'fact' }, make('span', {}, say(name)), make('strong', {}, ...[value || '–'].flat(2)))),
      make('div', { class: 'fact wide' }, make('span', {}, 'Infohash'), make('strong', {}, torrent.hash)),
      torrent.v2Hash ? make('div', { class: 'fact wide' }, make('span', {}, say('Infohash, version 2')), make('strong', {}, torrent.v2Hash)) : null),
    torrent.evidence.length ? make('ul', { class: 'evidence' }, torrent.evidence.map(sentence => make('li', {}, sentence))) : null,
    torrent.history.length > 1 ? [make('h2', {}, say('Seeders over time')), sparkLine(torrent.history)] : null,
    alike(say('The same files under other names'), torrent.similar.filter(each => each.sameFiles)),
    alike(say('Torrents that share files with it'), torrent.similar.filter(each => !each.sameFiles)),
    make('h2', {}, say('Files')),
    make('div', { class: 'tree' }, branch(tree(torrent.files), true),
      torrent.fileCount > torrent.files.length ? make('p', {}, say('… and {0} more', number(torrent.fileCount - torrent.files.length))) : null)].flat().filter(Boolean));
}

/** Seeders as a line, their most at the top; a point's title says when. */
function sparkLine(counts) {
  const most = Math.max(...counts.map(count => count.seeders), 1);
  return make('div', { class: 'columns spark', role: 'img', 'aria-label': say('Seeders, at most {0}', most) }, counts.map(count => {
    const column = make('i', { title: `${say('{0} seeders, {1} leechers', number(count.seeders), number(count.leechers))}, ${exact(count.at)}` });
    column.style.height = `${Math.max(2, 100 * count.seeders / most)}%`;
    return column;
  }));
}

function alike(title, others) {
  return others.length === 0 ? null : [make('h2', {}, title), make('ul', { class: 'alike' }, others.map(({ torrent, shared, sameFiles }) =>
    make('li', {}, make('a', { class: 'link', href: `/torrent/${torrent.hash}`, dir: 'auto' }, plain(torrent.name) || say('(no name)')),
      make('span', { class: 'number' }, sameFiles ? size(torrent.size) : say('{0} % in common', Math.round(shared * 100))))))];
}

/** Folders as maps; a map and not an object, for a folder may be called __proto__. */
function tree(files) {
  const root = { folders: new Map(), files: [], size: 0 };
  for (const file of files) {
    const parts = file.path.split('/');
    const name = parts.pop();
    let folder = root;
    folder.size += file.length;
    for (const part of parts) {
      if (!folder.folders.has(part)) folder.folders.set(part, { folders: new Map(), files: [], size: 0 });
      folder = folder.folders.get(part);
      folder.size += file.length;
    }
    folder.files.push([name, file.length]);
  }
  return root;
}

function branch(folder, open) {
  const few = folder.folders.size <= 3;
  return make('ul', {},
    [...folder.folders].map(([name, inner]) => make('li', {},
      make('details', { open: open && few },
        make('summary', {}, plain(name) || say('(no name)'), make('span', { class: 'number' }, size(inner.size))),
        branch(inner, false)))),
    folder.files.map(([name, length]) => make('li', { class: 'file' },
      make('span', { dir: 'auto' }, plain(name) || say('(no name)')), make('span', { class: 'number' }, size(length)))));
}
