/**
 * The user's token, kept until the tab is closed. A token in the URL's fragment is removed from the URL and from the
 * browser's history immediately.
 */
const KEY = 'tender-token';
const FRAGMENT = /^#token=(.+)$/;

/** The browser features used here, so that tests need no browser. */
export interface BrowserContext {
  location: { hash: string; pathname: string; search: string };
  history: { replaceState(data: unknown, unused: string, url: string): void };
  sessionStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void; removeItem(key: string): void };
}

/** The token of this tab, from the fragment or from the session storage; null if there is none. */
export function findToken(browser: BrowserContext): string | null {
  const token = FRAGMENT.exec(browser.location.hash)?.[1];
  if (token !== undefined) {
    browser.history.replaceState(null, '', browser.location.pathname + browser.location.search + '#/');
    storeToken(browser, decoded(token));
  }
  return browser.sessionStorage.getItem(KEY);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function storeToken(browser: BrowserContext, token: string): void {
  browser.sessionStorage.setItem(KEY, token);
}

export function clearToken(browser: BrowserContext): void {
  browser.sessionStorage.removeItem(KEY);
}
