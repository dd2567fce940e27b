/**
 * Who looks. The token is kept for as long as the tab is open, and never stands in an address: one that came in the
 * fragment is taken out of it, and out of the history, at once.
 */
const KEY = 'tender-token';
const FRAGMENT = /^#token=(.+)$/;

/** The parts of a browser that this needs, so that tests can do without one. */
export interface Place {
  location: { hash: string; pathname: string; search: string };
  history: { replaceState(data: unknown, unused: string, url: string): void };
  sessionStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void; removeItem(key: string): void };
}

/** The token of this tab, from the fragment or from before; null if there is none. */
export function findToken(place: Place): string | null {
  const given = FRAGMENT.exec(place.location.hash)?.[1];
  if (given !== undefined) {
    place.history.replaceState(null, '', place.location.pathname + place.location.search + '#/');
    keepToken(place, decoded(given));
  }
  return place.sessionStorage.getItem(KEY);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function keepToken(place: Place, token: string): void {
  place.sessionStorage.setItem(KEY, token);
}

export function forgetToken(place: Place): void {
  place.sessionStorage.removeItem(KEY);
}
