package org.orbweaver.fetch.render;

/**
 * What we say to a page in its own language. Its behaviours are few and declared here: they scroll,
 * open what is folded, load what waits to be seen, and press buttons that say "load more".
 */
final class PageScripts {
  private static final int LONGEST_HTML = 16 << 20;

  /**
   * Before any script of the page, in each frame. It knows which timers are still to fire: only
   * those that are due within six seconds of the start, or soon after something we did, lest a
   * clock on the page keep us for ever. Closed shadow trees are opened, to be read.
   */
  static final String FIRST =
      """
      (() => {
        const later = window.setTimeout, drop = window.clearTimeout;
        const each = window.setInterval, end = window.clearInterval;
        const waiting = new Set(), made = [], pressed = new Map();
        let horizon = performance.now() + 6000;
        const counts = ms => performance.now() + ms <= horizon;
        const note = address => {
          try { made.push(new URL(address, document.baseURI).href); } catch (e) { /* no address */ }
        };
        window.setTimeout = function (task, wait, ...rest) {
          const ms = Math.max(0, Number(wait) || 0);
          if (typeof task !== 'function' || !counts(ms)) return later.call(window, task, wait, ...rest);
          const id = later.call(window, (...all) => { waiting.delete(id); task.apply(window, all); }, ms, ...rest);
          waiting.add(id);
          return id;
        };
        window.clearTimeout = id => { waiting.delete(id); drop.call(window, id); };
        window.setInterval = function (task, wait, ...rest) {
          const ms = Math.max(0, Number(wait) || 0);
          if (typeof task !== 'function' || !counts(ms)) return each.call(window, task, wait, ...rest);
          const id = each.call(window, (...all) => { waiting.delete(id); task.apply(window, all); }, ms, ...rest);
          waiting.add(id);
          return id;
        };
        window.clearInterval = id => { waiting.delete(id); end.call(window, id); };
        for (const name of ['pushState', 'replaceState']) {
          const original = history[name];
          history[name] = function (state, title, address) {
            if (address != null) note(address);
            return original.apply(history, arguments);
          };
        }
        window.open = address => { if (address) note(address); return null; };
        const attach = Element.prototype.attachShadow;
        Element.prototype.attachShadow = function (init) {
          return attach.call(this, {...init, mode: 'open'});
        };
        Object.defineProperty(window, '__orb', {value: {
          waiting, made, pressed, extend: () => { horizon = Math.max(horizon, performance.now() + 1500); }}});
      })();
      """;

  /** How many timers are to fire, in the page and in frames of its host. */
  static final String WAITING =
      """
      (() => {
        const count = w => {
          let n = w.__orb ? w.__orb.waiting.size : 0;
          for (let i = 0; i < w.frames.length && i < 50; i++) {
            try { n += count(w.frames[i]); } catch (e) { /* another host's */ }
          }
          return n;
        };
        return count(window);
      })()
      """;

  /** A step of what a visitor does; true if it did something. */
  static final String STEP =
      """
      (() => {
        let did = false;
        const orb = window.__orb;
        if (orb) orb.extend();
        for (const fold of document.querySelectorAll('details:not([open])')) { fold.open = true; did = true; }
        for (const lazy of document.querySelectorAll('[loading=lazy]')) { lazy.loading = 'eager'; did = true; }
        const root = document.scrollingElement || document.documentElement;
        const before = root.scrollTop;
        window.scrollBy(0, Math.max(200, window.innerHeight * 0.9));
        did = did || root.scrollTop > before + 1;
        const more = /^\\s*(load|show|view|see)\\s+more\\b|^\\s*mehr\\s+(laden|anzeigen)|^\\s*(afficher|voir)\\s+plus|^\\s*(cargar|ver)\\s+m\\u00e1s/i;
        for (const button of document.querySelectorAll('button, [role=button]')) {
          const times = orb ? orb.pressed.get(button) || 0 : 10;
          const submits = button.form && button.type === 'submit';
          if (times < 10 && !submits && !button.disabled && button.offsetParent && more.test(button.textContent)) {
            orb.pressed.set(button, times + 1);
            button.click();
            did = true;
          }
        }
        return did;
      })()
      """;

  /** All documents that can be read from here, and the addresses that scripts made. */
  static final String COLLECT =
      """
      (() => {
        const documents = [], made = [];
        const read = doc => {
          const parts = [doc.documentElement ? doc.documentElement.outerHTML : ''];
          const frames = [];
          const shadows = root => {
            for (const element of root.querySelectorAll('*')) {
              if (element.shadowRoot) {
                parts.push(element.shadowRoot.innerHTML);
                shadows(element.shadowRoot);
              }
              if (element.tagName === 'IFRAME' || element.tagName === 'FRAME') frames.push(element);
            }
          };
          shadows(doc);
          documents.push({
            url: doc.URL.startsWith('about:') ? doc.baseURI : doc.URL,
            html: parts.join('\\n').slice(0, LONGEST)});
          const orb = doc.defaultView && doc.defaultView.__orb;
          if (orb) made.push(...orb.made.slice(0, 1000));
          for (const frame of frames.slice(0, 50)) {
            try { if (frame.contentDocument) read(frame.contentDocument); } catch (e) { /* another host's */ }
          }
        };
        read(document);
        return JSON.stringify({documents, made});
      })()
      """
          .replace("LONGEST", Integer.toString(LONGEST_HTML));

  /** The words, from the top again. */
  static final String TEXT =
      "window.scrollTo(0, 0), document.body ? document.body.innerText.slice(0, "
          + LONGEST_HTML
          + ") : ''";

  private PageScripts() {}
}
