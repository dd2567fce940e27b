import type { BrowserContext } from '../main/api/token';
import type { Bag } from '../main/api/types';

export const NOW = new Date('2026-11-20T09:00:00Z').getTime();

export const BAG: Bag = {
  id: 'b1', name: 'pi', state: 'running', tasks: 1200, done: 40, failed: [{ exitCode: 2, count: 3, tasks: '1,5-6', runtimeSeconds: null }], missingOutput: null,
  deadline: '2026-11-20T10:00:00Z', budget: '12.5', valuation: null, project: null,
  promise: { by: '2026-11-20T10:00:00Z', price: '1', parts: [] }, quote: null, forecast: '2026-11-20T09:30:00Z',
  breach: null, paid: '0', submitted: '2026-11-20T08:59:00Z', ended: null, version: 7, worstExitCode: 2, failedAttempts: null,
};

/** A browser at a URL with this fragment. */
export function browser(hash: string): BrowserContext & { urls: string[]; stored: Map<string, string> } {
  const stored = new Map<string, string>();
  const urls: string[] = [];
  return {
    stored,
    urls,
    location: { hash, pathname: '/', search: '' },
    history: { replaceState: (_data, _unused, url) => void urls.push(url) },
    sessionStorage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  };
}
