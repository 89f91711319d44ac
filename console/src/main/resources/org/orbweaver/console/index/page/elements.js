// Everything the page shows is made here, and text becomes text nodes: names come from strangers.

/** Where the search is: within orb up the first page belongs to the overview. */
export const home = document.querySelector('nav a[data-page=search]').pathname;

const language = document.documentElement.lang || 'en';
const german = language === 'de' ? await fetch('/assets/words_de.json').then(answer => answer.json()).catch(() => ({})) : {};

/** An English sentence in the reader's language; {0}, {1} … stand for values. */
export function say(sentence, ...values) {
  return (german[sentence] ?? sentence).replace(/\{(\d)\}/g, (all, at) => values[at]);
}

/** Makes an element. Attributes are set by name; children are nodes or text, never markup. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child != null));
  return element;
}

/** Control characters would be invisible, and direction marks would turn the line around. */
export function plain(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

export function size(bytes) {
  let unit = 0;
  while (bytes >= 1000 && unit < UNITS.length - 1) {
    bytes /= 1000;
    unit++;
  }
  const digits = bytes < 10 && unit > 0 ? 1 : 0;
  return `${bytes.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${UNITS[unit]}`;
}

export function age(seconds) {
  const days = (Date.now() / 1000 - seconds) / 86400;
  if (days < 1 / 24) return say('just now');
  if (days < 1) return say('{0} h', Math.floor(days * 24));
  if (days < 60) return say('{0} d', Math.floor(days));
  return days < 730 ? say('{0} months', Math.floor(days / 30)) : say('{0} years', Math.floor(days / 365));
}

export const ago = seconds => (Date.now() / 1000 - seconds < 3600 ? say('just now') : say('{0} ago', age(seconds)));

/** For whoever points at a rough one. */
export const exact = seconds => new Date(seconds * 1000).toLocaleString(language);

export const number = value => value.toLocaleString(language);

const KINDS = { 1: 'Console', 2: 'Film', 3: 'Audio', 4: 'Software', 5: 'TV', 6: 'Adult', 7: 'Book', 8: 'Other' };
const FINER = { 3010: 'Music', 3030: 'Audiobook', 3040: 'Lossless', 4050: 'Game', 5060: 'Sport', 5070: 'Anime', 7010: 'Magazine', 7030: 'Comic' };

/** What the classifier found, as small labels. */
export function tagList(tags) {
  const labels = [];
  let season = '';
  for (const tag of tags) {
    const value = tag.slice(2);
    switch (tag[1]) {
      case 'c':
        if (labels.length === 0) labels.push(make('span', { class: 'tag kind' }, say(FINER[value] ?? KINDS[value[0]] ?? 'Other')));
        break;
      case 'f': case 'k': case 'w': break;
      case 's': season = `S${value.padStart(2, '0')}`; break;
      case 'e': season += `E${value.padStart(2, '0')}`; break;
      default: labels.push(make('span', { class: 'tag' }, value));
    }
  }
  if (season) labels.splice(1, 0, make('span', { class: 'tag' }, season));
  return make('div', { class: 'tags' }, labels);
}

/** Asks the API; a console with a key asks its user for it once. */
export async function ask(path, parameters = {}) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '' && value != null) url.searchParams.set(name, value);
  }
  const key = sessionStorage.getItem('apikey');
  const answer = await fetch(url, key ? { headers: { 'X-Api-Key': key } } : {});
  if (answer.status === 401) {
    const given = prompt(say('This console wants its key.'));
    if (given) {
      sessionStorage.setItem('apikey', given);
      return ask(path, parameters);
    }
  }
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** Tells the API to change something. The header is what no other page can send. */
export async function send(path, body) {
  const key = sessionStorage.getItem('apikey');
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'X-Orbweaver': 'console', ...(key ? { 'X-Api-Key': key } : {}) } });
  if (!answer.ok) throw new Error(await answer.text());
}
