// Runs first in every archived page, frame and worker. Shows the page its own address, leads what its
// scripts ask for into the archive, and gives it the clock and the chance of the day it was captured.
// That nothing leaves the archive does not rest on this script, but on the policy the pages are served
// with; only what no policy covers (WebRTC, name lookups ahead of time) is taken away here.
(() => {
  'use strict';

  const SKIP = /^\s*(?:#|$|data:|blob:|javascript:|about:|mailto:|tel:|chrome|devtools)/i;
  const PATH = /^\/web(?:@[\w.-]+)?\/\d{0,14}(?:[a-z]{2}_)?\/(.*)$/s;

  function install(win, config) {
    if (win.orbReplay) {
      return win.orbReplay;
    }
    const doc = win.document;
    const real = win.location;
    const archive = config.archive || real.origin;
    const prefix = config.prefix;
    const NativeURL = win.URL;
    const define = (object, name, descriptor) => {
      try {
        Object.defineProperty(object, name, {configurable: true, enumerable: true, ...descriptor});
      } catch (e) {
        // Not replaceable in this browser: the page gets the browser's own.
      }
    };
    const getter = (object, name) => {
      for (let o = object; o; o = Object.getPrototypeOf(o)) {
        const found = Object.getOwnPropertyDescriptor(o, name);
        if (found) {
          return found;
        }
      }
      return undefined;
    };
    const realBase = doc ? getter(win.Node.prototype, 'baseURI').get : null;

    /** The address that an address of the archive stands for. */
    function original(href) {
      const text = String(href);
      let path = text;
      if (text.startsWith(archive)) {
        path = text.slice(archive.length);
      }
      const match = PATH.exec(path);
      if (match) {
        return match[1].replace(/^(https?:)\/+/, '$1//');
      }
      return text;
    }

    function base() {
      const own = doc ? original(realBase.call(doc)) : config.url;
      return /^https?:/.test(own) ? own : config.url;
    }

    /** The archive's address for an address. */
    function archived(raw, kind) {
      if (raw === null || raw === undefined) {
        return raw;
      }
      const text = String(raw);
      if (SKIP.test(text)) {
        return text;
      }
      try {
        let url = new NativeURL(text, base());
        if (url.protocol === 'ws:' || url.protocol === 'wss:') {
          url.protocol = url.protocol === 'ws:' ? 'http:' : 'https:';
        }
        if (url.protocol !== 'http:' && url.protocol !== 'https:') {
          return text;
        }
        if (url.origin === archive) {
          if (PATH.test(url.pathname)) {
            return text;
          }
          url = new NativeURL(url.pathname + url.search + url.hash, base());
        }
        return archive + prefix + config.time + (kind || 'mp_') + '/' + url.href;
      } catch (e) {
        return text;
      }
    }

    const css = (text) =>
      String(text).replace(/(url\(\s*["']?)([^"')\s]+)/gi, (all, before, link) =>
        before + archived(link, 'oe_'));

    const srcset = (text) =>
      String(text).replace(/(^|,\s+|\s*,(?=\S+\s))\s*([^\s,][^\s]*)/g, (all, before, link) =>
        before + archived(link.replace(/,$/, ''), 'im_') + (link.endsWith(',') ? ',' : ''));

    const KINDS = {
      img: {src: 'im_', srcset: srcset, lowsrc: 'im_'},
      script: {src: 'js_', href: 'js_', 'xlink:href': 'js_'},
      link: {href: 'cs_', imagesrcset: srcset},
      a: {href: 'mp_', 'xlink:href': 'mp_'},
      area: {href: 'mp_'},
      iframe: {src: 'if_'},
      frame: {src: 'if_'},
      embed: {src: 'oe_'},
      object: {data: 'oe_'},
      source: {src: 'oe_', srcset: srcset},
      video: {src: 'oe_', poster: 'im_'},
      audio: {src: 'oe_'},
      track: {src: 'oe_'},
      input: {src: 'im_', formaction: 'mp_'},
      button: {formaction: 'mp_'},
      form: {action: 'mp_'},
      base: {href: 'mp_'},
      image: {href: 'im_', 'xlink:href': 'im_'},
      use: {href: 'im_', 'xlink:href': 'im_'},
      feimage: {href: 'im_', 'xlink:href': 'im_'},
      body: {background: 'im_'},
      table: {background: 'im_'},
    };

    function attribute(tag, name, value) {
      const lower = String(name).toLowerCase();
      if (lower === 'style') {
        return css(value);
      }
      const kind = (KINDS[String(tag).toLowerCase()] || {})[lower];
      return kind === undefined ? value : typeof kind === 'function' ? kind(value) : archived(value, kind);
    }

    const TAG = /<([a-zA-Z][^\s\/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
    const ATTRIBUTE = /(\s)([\w:-]+)(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
    const unescape = (text) => text.replace(/&amp;/g, '&').replace(/&quot;/g, '"').replace(/&#39;/g, "'");
    const escape = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

    /** A page within an attribute is a page: it begins with this script. */
    const inner = (text) =>
      '<script src="' + archive + '/_orb/replay.js" data-url="' + escape(config.url) + '" data-time="' + config.time
        + '" data-millis="' + config.millis + '" data-prefix="' + prefix + '" data-framed="true"></' + 'script>'
        + markup(text);

    /** Markup that a script puts into the page. */
    function markup(text) {
      return String(text).replace(TAG, (all, tag, attributes) => {
        const lower = tag.toLowerCase();
        if (lower === 'link' && /dns-prefetch|preconnect|prerender|prefetch/i.test(attributes)) {
          return '<!-- ' + lower + ' -->';
        }
        const fresh = attributes.replace(ATTRIBUTE, (whole, space, name, equals, one, two, three) => {
          const value = one !== undefined ? one : two !== undefined ? two : three;
          const plain = unescape(value);
          const other = /^(integrity|ping)$/i.test(name) ? null
            : /^srcdoc$/i.test(name) ? inner(plain) : attribute(lower, name, plain);
          return other === null
            ? space + 'data-orb-' + name + equals + '"' + value + '"'
            : other === plain ? whole : space + name + equals + '"' + escape(other) + '"';
        });
        return '<' + tag + fresh + '>';
      });
    }

    const archivedLinks = new RegExp(
      archive.replace(/[.\\/[\]]/g, '\\$&') + '(?=/web)|/web(?:@[\\w.-]+)?/\\d{14}[a-z]{2}_/(?=https?:)', 'g');
    const unarchived = (text) => String(text).replace(archivedLinks, '');

    // ---- the page's own address

    const own = () => new NativeURL(original(real.href).startsWith('http') ? original(real.href) : config.url);
    const navigate = (to, how) => {
      if (/^\s*javascript:/i.test(String(to))) {
        real.href = to;
        return;
      }
      if (/^\s*#/.test(String(to))) {
        real.hash = String(to).trim();
        return;
      }
      const target = archived(to, config.framed ? 'if_' : 'mp_');
      how === 'replace' ? real.replace(target) : real.assign(target);
    };
    const shown = {
      assign: (to) => navigate(to),
      replace: (to) => navigate(to, 'replace'),
      reload: () => real.reload(),
      toString: () => own().href,
      valueOf() { return this; },
      get ancestorOrigins() { return {length: 0, item: () => null, contains: () => false}; },
    };
    for (const name of ['href', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash', 'origin']) {
      define(shown, name, {
        get: () => own()[name],
        set: (value) => {
          if (name === 'href') {
            navigate(value);
          } else if (name === 'hash') {
            real.hash = value;
          } else if (name !== 'origin') {
            const url = own();
            url[name] = value;
            navigate(url.href);
          }
        },
      });
    }

    const isOwn = (object) => object === win || object === doc;
    define(win.Object.prototype, 'orbLocation', {
      enumerable: false,
      get() {
        return isOwn(this) ? shown : this.location;
      },
      set(value) {
        if (isOwn(this)) {
          navigate(value);
        } else {
          this.location = value;
        }
      },
    });
    const replaceable = (name, get) =>
      define(win, name, {
        get,
        set(value) {
          define(win, name, {value, writable: true});
        },
      });

    const importing = (from, specifier, options) => {
      const text = String(specifier);
      if (/^(?:\.{0,2}\/|https?:)/.test(text)) {
        return config.load(archived(new NativeURL(text, from).href, 'js_'), options);
      }
      return config.load(text, options);
    };
    define(win, 'orbImport', {value: importing, writable: true, enumerable: false});

    // ---- clock and chance of the day of the capture

    const start = config.millis;
    const NativeDate = win.Date;
    const loaded = NativeDate.now();
    const now = () => start + (NativeDate.now() - loaded);
    const ShownDate = function Date(...parts) {
      if (!new.target) {
        return new NativeDate(now()).toString();
      }
      return Reflect.construct(NativeDate, parts.length === 0 ? [now()] : parts, new.target);
    };
    ShownDate.prototype = NativeDate.prototype;
    Object.setPrototypeOf(ShownDate, NativeDate);
    define(ShownDate, 'length', {value: 7, enumerable: false});
    define(ShownDate, 'now', {value: now, writable: true, enumerable: false});
    NativeDate.prototype.constructor = ShownDate;
    win.Date = ShownDate;

    let chance = start % 2147483647 || 1;
    win.Math.random = () => {
      chance = (chance * 48271) % 2147483647;
      return (chance - 1) / 2147483646;
    };

    // ---- what scripts ask for

    const wrapClass = (name, first) => {
      const Native = win[name];
      if (!Native) {
        return;
      }
      const Wrapped = function (...parts) {
        if (!new.target) {
          throw new TypeError("Constructor " + name + " requires 'new'");
        }
        if (parts.length > 0) {
          parts[0] = first(parts[0]);
        }
        return Reflect.construct(Native, parts, new.target === Wrapped ? Native : new.target);
      };
      Wrapped.prototype = Native.prototype;
      Object.setPrototypeOf(Wrapped, Native);
      for (const key of ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED', 'CLOSE']) {
        if (key in Native) {
          define(Wrapped, key, {value: Native[key]});
        }
      }
      define(Wrapped, 'name', {value: name, enumerable: false});
      define(win, name, {value: Wrapped, writable: true, enumerable: false});
    };
    const requested = (input) =>
      win.Request && input instanceof win.Request ? input : archived(input, 'mp_');

    const nativeFetch = win.fetch;
    if (nativeFetch) {
      win.fetch = function fetch(input, init) {
        return nativeFetch.call(win, requested(input), init);
      };
      wrapClass('Request', requested);
      const url = getter(win.Request.prototype, 'url').get;
      define(win.Request.prototype, 'url', {get() { return original(url.call(this)); }});
      const answered = getter(win.Response.prototype, 'url').get;
      define(win.Response.prototype, 'url', {get() { return original(answered.call(this)); }});
    }
    if (win.XMLHttpRequest) {
      const proto = win.XMLHttpRequest.prototype;
      const open = proto.open;
      proto.open = function (method, url, ...rest) {
        return open.call(this, method, archived(url, 'mp_'), ...rest);
      };
      const answered = getter(proto, 'responseURL').get;
      define(proto, 'responseURL', {get() { return original(answered.call(this)); }});
    }
    wrapClass('EventSource', (url) => archived(url, 'mp_'));
    wrapClass('Worker', (url) => archived(url, 'wk_'));
    wrapClass('SharedWorker', (url) => archived(url, 'wk_'));
    if (win.importScripts) {
      const load = win.importScripts;
      win.importScripts = (...urls) => load.apply(win, urls.map((url) => archived(url, 'js_')));
    }
    if (win.Worklet) {
      const add = win.Worklet.prototype.addModule;
      win.Worklet.prototype.addModule = function (url, ...rest) {
        return add.call(this, archived(url, 'js_'), ...rest);
      };
    }
    wrapClass('FontFace', (family) => family);
    if (win.FontFace) {
      const Face = win.FontFace;
      win.FontFace = new Proxy(Face, {
        construct(target, parts, fresh) {
          if (typeof parts[1] === 'string') {
            parts[1] = css(parts[1]);
          }
          return Reflect.construct(target, parts, fresh);
        },
      });
    }
    const navigator = win.navigator;
    if (navigator) {
      const proto = Object.getPrototypeOf(navigator);
      define(proto, 'sendBeacon', {value: () => true, writable: true});
      if ('serviceWorker' in navigator) {
        const refused = () => Promise.reject(new win.DOMException('not in an archive', 'SecurityError'));
        define(proto, 'serviceWorker', {
          value: {
            register: refused,
            getRegistration: () => Promise.resolve(undefined),
            getRegistrations: () => Promise.resolve([]),
            ready: new Promise(() => {}),
            controller: null,
            addEventListener() {},
            removeEventListener() {},
            startMessages() {},
          },
        });
      }
      for (const name of ['registerProtocolHandler', 'joinAdInterestGroup', 'runAdAuction', 'share']) {
        if (name in navigator) {
          define(proto, name, {value: () => undefined, writable: true});
        }
      }
    }
    // No policy of a page covers these.
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'PaymentRequest',
      'PresentationRequest', 'WebTransport', 'TCPSocket', 'UDPSocket', 'IdentityCredential']) {
      if (name in win) {
        define(win, name, {value: undefined, writable: true, enumerable: false});
        try {
          delete win[name];
        } catch (e) {
          // undefined is as good
        }
      }
    }

    // ---- what is stored: for this page alone, and gone with it

    const memory = () => {
      const kept = new Map();
      const methods = {
        getItem: (key) => (kept.has(String(key)) ? kept.get(String(key)) : null),
        setItem: (key, value) => void kept.set(String(key), String(value)),
        removeItem: (key) => void kept.delete(String(key)),
        clear: () => kept.clear(),
        key: (index) => [...kept.keys()][index] ?? null,
      };
      return new Proxy(methods, {
        get: (target, key) =>
          key === 'length' ? kept.size : key in target ? target[key] : kept.get(String(key)),
        set: (target, key, value) => (kept.set(String(key), String(value)), true),
        deleteProperty: (target, key) => (kept.delete(String(key)), true),
        has: (target, key) => key in target || kept.has(String(key)),
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: (target, key) =>
          kept.has(String(key))
            ? {value: kept.get(String(key)), writable: true, enumerable: true, configurable: true}
            : undefined,
      });
    };

    let self;
    let frameWindow; // set by frames(), which inPage() calls: declared before it
    if (doc) {
      inPage();
    } else {
      define(win, 'origin', {get: () => own().origin, set() {}});
    }

    function inPage() {
      const local = memory();
      const session = memory();
      define(win, 'localStorage', {get: () => local});
      define(win, 'sessionStorage', {get: () => session});
      define(win, 'caches', {value: undefined, writable: true});
      // Cookies know no ports: one set here would be sent to every other server of this host name.
      define(win, 'cookieStore', {value: undefined, writable: true});
      if (win.IDBFactory) {
        for (const name of ['open', 'deleteDatabase']) {
          const native = win.IDBFactory.prototype[name];
          win.IDBFactory.prototype[name] = function (database, ...rest) {
            return native.call(this, own().origin + ' ' + database, ...rest);
          };
        }
      }
      const cookies = new Map();
      define(win.Document.prototype, 'cookie', {
        get: () => [...cookies].map(([name, value]) => name + '=' + value).join('; '),
        set: (text) => {
          const [pair, ...rest] = String(text).split(';');
          const at = pair.indexOf('=');
          const name = (at < 0 ? '' : pair.slice(0, at)).trim();
          const past = rest.some((part) => {
            const [key, value] = part.split('=').map((each) => each.trim());
            return /^max-age$/i.test(key) ? Number(value) <= 0
              : /^expires$/i.test(key) && NativeDate.parse(value) <= now();
          });
          past ? cookies.delete(name) : cookies.set(name, pair.slice(at + 1).trim());
        },
      });

      for (const name of ['URL', 'documentURI']) {
        define(win.Document.prototype, name, {get: () => own().href});
      }
      define(win.Node.prototype, 'baseURI', {get() { return original(realBase.call(this)); }});
      const referrer = getter(win.Document.prototype, 'referrer').get;
      define(win.Document.prototype, 'referrer', {
        get() {
          const from = original(referrer.call(doc));
          return from.startsWith(archive) || !from.startsWith('http') ? '' : from;
        },
      });
      define(win.Document.prototype, 'domain', {get: () => own().hostname, set() {}});
      replaceable('origin', () => own().origin);

      const above = () => {
        let top = win;
        try {
          while (top.parent !== top && top.parent.orbReplay) {
            top = top.parent;
          }
        } catch (e) {
          // the archive's own page: not for the archived one
        }
        return top;
      };
      replaceable('orbTop', above);
      replaceable('orbParent', () => (above() === win ? win : win.parent));

      for (const name of ['pushState', 'replaceState']) {
        const native = win.History.prototype[name];
        win.History.prototype[name] = function (state, title, url) {
          const result = url === undefined || url === null
            ? native.call(this, state, title)
            : native.call(this, state, title, archived(String(url), config.framed ? 'if_' : 'mp_'));
          tell();
          return result;
        };
      }

      win.open = (url) => {
        const to = url === undefined ? '' : new NativeURL(String(url), base()).href;
        win.parent.postMessage({orb: 'open', url: to, time: config.time}, '*');
        return null;
      };
      const post = win.postMessage;
      win.postMessage = function (message, target, ...rest) {
        return typeof target === 'string'
          ? post.call(win, message, '*', ...rest)
          : post.call(win, message, target && typeof target === 'object' && 'targetOrigin' in target
            ? {...target, targetOrigin: '*'} : target, ...rest);
      };
      const from = getter(win.MessageEvent.prototype, 'origin').get;
      define(win.MessageEvent.prototype, 'origin', {
        get() {
          try {
            return this.source && this.source.orbReplay ? this.source.orbReplay.origin() : from.call(this);
          } catch (e) {
            return from.call(this);
          }
        },
      });

      // However a script finds its way to the real location, it is turned back before it leaves: the
      // policy around the frame would refuse it, but only after the browser has looked up the name.
      if (win.navigation) {
        win.navigation.addEventListener('navigate', (event) => {
          const to = new NativeURL(event.destination.url);
          if (/^https?:$/.test(to.protocol) && to.origin !== archive && event.cancelable) {
            event.preventDefault();
            real.assign(archived(to.href, config.framed ? 'if_' : 'mp_'));
          }
        });
      }
      elements();
      frames();
      doc.addEventListener('click', (event) => {
        const link = event.composedPath().find((each) => each.tagName === 'A' || each.tagName === 'AREA');
        if (link && /^_(blank|top|parent|new)$/i.test(link.target)) {
          link.target = config.framed ? 'orb_replay' : '_self';
        }
      }, true);
      win.addEventListener('load', tell);
      win.addEventListener('popstate', tell);
      win.addEventListener('hashchange', tell);
    }

    function tell() {
      if (!config.framed && win.parent !== win) {
        win.parent.postMessage({orb: 'page', url: own().href, title: doc.title, time: config.time}, '*');
      }
    }

    function elements() {
      const PROPERTIES = [
        ['HTMLImageElement', 'src'], ['HTMLImageElement', 'srcset'], ['HTMLScriptElement', 'src'],
        ['HTMLLinkElement', 'href'], ['HTMLAnchorElement', 'href'], ['HTMLAreaElement', 'href'],
        ['HTMLIFrameElement', 'src'], ['HTMLFrameElement', 'src'], ['HTMLEmbedElement', 'src'],
        ['HTMLObjectElement', 'data'], ['HTMLSourceElement', 'src'], ['HTMLSourceElement', 'srcset'],
        ['HTMLMediaElement', 'src'], ['HTMLVideoElement', 'poster'], ['HTMLTrackElement', 'src'],
        ['HTMLInputElement', 'src'], ['HTMLInputElement', 'formAction'], ['HTMLButtonElement', 'formAction'],
        ['HTMLFormElement', 'action'], ['HTMLBaseElement', 'href'],
      ];
      for (const [type, name] of PROPERTIES) {
        const proto = win[type] && win[type].prototype;
        const native = proto && Object.getOwnPropertyDescriptor(proto, name);
        if (native && native.set) {
          define(proto, name, {
            get() { return unarchived(native.get.call(this)); },
            set(value) { native.set.call(this, disarmed(this) ? '' : attribute(this.tagName, name, value)); },
          });
        }
      }
      /** A link whose only use is to reach out ahead of time. */
      function disarmed(element) {
        return element.tagName === 'LINK'
          && /dns-prefetch|preconnect|prerender|prefetch/i.test(element.getAttribute('rel') || '');
      }
      const rel = getter(win.HTMLLinkElement.prototype, 'rel');
      define(win.HTMLLinkElement.prototype, 'rel', {
        get: rel.get,
        set(value) {
          rel.set.call(this, /dns-prefetch|preconnect|prerender/i.test(String(value)) ? 'orb-none' : value);
        },
      });
      const kind = getter(win.HTMLScriptElement.prototype, 'type');
      define(win.HTMLScriptElement.prototype, 'type', {
        get: kind.get,
        set(value) {
          kind.set.call(this, /speculationrules/i.test(String(value)) ? 'orb/none' : value);
        },
      });
      for (const type of ['HTMLAnchorElement', 'HTMLAreaElement']) {
        const proto = win[type].prototype;
        for (const name of ['protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'origin']) {
          const native = Object.getOwnPropertyDescriptor(proto, name);
          if (native) {
            define(proto, name, {
              get() {
                try {
                  return new NativeURL(this.href)[name];
                } catch (e) {
                  return native.get.call(this);
                }
              },
              set(value) {
                try {
                  const url = new NativeURL(this.href);
                  url[name] = value;
                  this.href = url.href;
                } catch (e) {
                  // as a browser does with what is no address
                }
              },
            });
          }
        }
        define(proto, 'toString', {value() { return this.href; }, writable: true});
      }
      const proto = win.Element.prototype;
      const setAttribute = proto.setAttribute;
      proto.setAttribute = function (name, value) {
        const lower = String(name).toLowerCase();
        if (lower === 'integrity' || lower === 'ping' || lower === 'attributionsrc') {
          return undefined;
        }
        if (this.tagName === 'LINK' && lower === 'rel' && /dns-prefetch|preconnect|prerender/i.test(value)) {
          return setAttribute.call(this, name, 'orb-none');
        }
        if (this.tagName === 'SCRIPT' && lower === 'type' && /speculationrules/i.test(value)) {
          return setAttribute.call(this, name, 'orb/none');
        }
        if (lower === 'srcdoc') {
          return setAttribute.call(this, name, inner(value));
        }
        return setAttribute.call(this, name, attribute(this.tagName, lower, value));
      };
      const setAttributeNS = proto.setAttributeNS;
      proto.setAttributeNS = function (space, name, value) {
        return setAttributeNS.call(this, space, name, attribute(this.tagName, name, value));
      };
      const getAttribute = proto.getAttribute;
      proto.getAttribute = function (name) {
        const value = getAttribute.call(this, name);
        return value !== null && value.includes('/web') ? unarchived(value) : value;
      };
      for (const name of ['innerHTML', 'outerHTML']) {
        for (const holder of [win.Element, win.ShadowRoot]) {
          const native = holder && Object.getOwnPropertyDescriptor(holder.prototype, name);
          if (native) {
            define(holder.prototype, name, {
              get() { return unarchived(native.get.call(this)); },
              set(value) {
                native.set.call(this, this.tagName === 'STYLE' ? css(value) : markup(value));
                armAll(this.nodeType === 1 || this.nodeType === 11 ? this : doc);
              },
            });
          }
        }
      }
      const adjacent = proto.insertAdjacentHTML;
      proto.insertAdjacentHTML = function (where, text) {
        adjacent.call(this, where, markup(text));
        armAll(this.parentNode || this);
      };
      for (const name of ['setHTMLUnsafe']) {
        const native = proto[name];
        if (native) {
          proto[name] = function (text, ...rest) {
            native.call(this, markup(text), ...rest);
            armAll(this);
          };
        }
      }
      const srcdoc = getter(win.HTMLIFrameElement.prototype, 'srcdoc');
      define(win.HTMLIFrameElement.prototype, 'srcdoc', {
        get: srcdoc.get,
        set(value) { srcdoc.set.call(this, inner(value)); },
      });
      for (const name of ['write', 'writeln']) {
        const native = win.Document.prototype[name];
        win.Document.prototype[name] = function (...texts) {
          const result = native.call(this, markup(texts.join('')));
          armAll(doc);
          return result;
        };
      }
      const fragment = win.Range.prototype.createContextualFragment;
      win.Range.prototype.createContextualFragment = function (text) {
        return fragment.call(this, markup(text));
      };
      const text = getter(win.Node.prototype, 'textContent');
      define(win.Node.prototype, 'textContent', {
        get: text.get,
        set(value) {
          text.set.call(this, this.tagName === 'STYLE' && value ? css(value) : value);
        },
      });
      // Custom properties and rules made by scripts.
      const style = win.CSSStyleDeclaration.prototype;
      const setProperty = style.setProperty;
      style.setProperty = function (name, value, ...rest) {
        return setProperty.call(this, name, /url\(/i.test(value) ? css(value) : value, ...rest);
      };
      for (const name of ['cssText', 'background', 'backgroundImage', 'borderImage', 'listStyleImage', 'maskImage',
        'content', 'cursor', 'mask', 'borderImageSource', 'listStyle', 'filter', 'clipPath']) {
        const native = Object.getOwnPropertyDescriptor(style, name);
        const dashed = name.replace(/[A-Z]/g, (c) => '-' + c.toLowerCase());
        define(style, name, {
          get() {
            return native && native.get ? native.get.call(this) : this.getPropertyValue(dashed);
          },
          set(value) {
            const fresh = /url\(/i.test(value) ? css(value) : value;
            native && native.set ? native.set.call(this, fresh) : setProperty.call(this, dashed, fresh);
          },
        });
      }
      if (win.CSSStyleSheet) {
        for (const name of ['insertRule', 'replace', 'replaceSync', 'addRule']) {
          const native = win.CSSStyleSheet.prototype[name];
          if (native) {
            win.CSSStyleSheet.prototype[name] = function (rule, ...rest) {
              return native.call(this, /url\(/i.test(rule) ? css(rule) : rule, ...rest);
            };
          }
        }
      }
      if (win.Audio) {
        wrapClass('Audio', (url) => archived(url, 'oe_'));
      }
    }

    /** Frames without a page of their own have a fresh world of their own, which must be armed too. */
    function arm(frame) {
      try {
        const inner = frameWindow.call(frame);
        if (inner && !inner.orbReplay && /^about:/.test(inner.location.href)) {
          install(inner, {...config, framed: true, archive});
        }
      } catch (e) {
        // another origin: the policy keeps those out
      }
    }

    function armAll(root) {
      if (root && root.querySelectorAll) {
        if (root.tagName === 'IFRAME') {
          arm(root);
        }
        for (const frame of root.querySelectorAll('iframe')) {
          arm(frame);
        }
      }
    }

    function frames() {
      const proto = win.HTMLIFrameElement.prototype;
      frameWindow = getter(proto, 'contentWindow').get;
      const content = getter(proto, 'contentDocument').get;
      define(proto, 'contentWindow', {get() { arm(this); return frameWindow.call(this); }});
      define(proto, 'contentDocument', {get() { arm(this); return content.call(this); }});
      const METHODS = [
        [win.Node, ['appendChild', 'insertBefore', 'replaceChild']],
        [win.Element, ['append', 'prepend', 'before', 'after', 'replaceWith', 'replaceChildren', 'insertAdjacentElement']],
        [win.DocumentFragment, ['append', 'prepend', 'replaceChildren']],
      ];
      for (const [type, names] of METHODS) {
        for (const name of names) {
          const native = type.prototype[name];
          type.prototype[name] = function (...nodes) {
            for (const node of nodes) {
              if (this.tagName === 'STYLE' && node && node.nodeType === 3) {
                node.data = css(node.data);
              }
            }
            const result = native.apply(this, nodes);
            for (const node of nodes) {
              if (node && node.nodeType === 1) {
                armAll(node);
              }
            }
            if (nodes.some((node) => node && node.nodeType === 11)) {
              armAll(this);
            }
            return result;
          };
        }
      }
      new win.MutationObserver(() => armAll(doc)).observe(doc, {childList: true, subtree: true});
    }

    self = {
      origin: () => own().origin,
      original,
      archived,
    };
    define(win, 'orbReplay', {value: self, enumerable: false});
    return self;
  }

  const load = (specifier, options) =>
    options === undefined ? import(specifier) : import(specifier, options);
  if (typeof document !== 'undefined') {
    const script = document.currentScript;
    const data = script.dataset;
    install(window, {
      url: data.url,
      time: data.time,
      millis: Number(data.millis),
      prefix: data.prefix,
      framed: data.framed === 'true',
      load,
    });
    script.remove();
  } else {
    install(self, {...self.orbConfig, load});
    delete self.orbConfig;
  }
})();
