import { afterEach, describe, expect, test, vi } from 'vitest';
import { EventReader } from '../main/market/events';
import { Market } from '../main/market/market';
import { Refused } from '../main/market/service';
import { findToken, forgetToken, keepToken, type Place } from '../main/market/session';
import { BAG } from './fixtures';

describe('events', () => {
  test('are read whatever the pieces that they come in', () => {
    const text = ': still here\n\nid: 1\nevent: bag\ndata: {"a":\ndata: 1}\n\nid: 2\nevent: bag\ndata: x\n\n';
    for (let size = 1; size <= text.length; size++) {
      const reader = new EventReader();
      const events = [];
      for (let at = 0; at < text.length; at += size) {
        events.push(...reader.read(text.slice(at, at + size)));
      }
      expect(events).toEqual([
        { id: '1', event: 'bag', data: '{"a":\n1}' },
        { id: '2', event: 'bag', data: 'x' },
      ]);
    }
  });
});

function place(hash: string): Place & { addresses: string[]; kept: Map<string, string> } {
  const kept = new Map<string, string>();
  const addresses: string[] = [];
  return {
    kept,
    addresses,
    location: { hash, pathname: '/', search: '' },
    history: { replaceState: (_data, _unused, url) => void addresses.push(url) },
    sessionStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  };
}

describe('the token', () => {
  test('is taken out of the address at once', () => {
    const here = place('#token=a%2Fb');
    expect(findToken(here)).toBe('a/b');
    expect(here.addresses).toEqual(['/#/']);
  });

  test('is kept for the tab, and forgotten', () => {
    const here = place('#/quote');
    expect(findToken(here)).toBeNull();
    keepToken(here, 'x');
    expect(findToken(here)).toBe('x');
    expect(here.addresses).toEqual([]);
    forgetToken(here);
    expect(findToken(here)).toBeNull();
  });
});

function stream(...texts: string[]): Response {
  const encoder = new TextEncoder();
  return new Response(
    new ReadableStream({
      start(controller) {
        texts.forEach((text) => controller.enqueue(encoder.encode(text)));
        controller.close();
      },
    }),
  );
}

const event = (version: number, state: string): string =>
  `id: ${version}\nevent: bag\ndata: ${JSON.stringify({ ...BAG, version, state })}\n\n`;

describe('the market', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('is followed from where a stream broke off, until the bag has ended', async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    const answers = [
      () => stream(event(3, 'running'), event(4, 'running')),
      () => { throw new TypeError('gone'); },
      () => new Response('busy', { status: 503 }),
      () => stream(event(9, 'done')),
    ];
    vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
      asked.push(address);
      expect((request.headers as Record<string, string>)['Authorization']).toBe('Bearer secret');
      return answers[asked.length - 1]!();
    });
    const versions: number[] = [];
    const live: boolean[] = [];
    const followed = new Market('secret', () => undefined).follow(
      'a/b', -1, (bag) => versions.push(bag.version), (is) => live.push(is), new AbortController().signal,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await followed;
    expect(versions).toEqual([3, 4, 9]);
    expect(asked).toEqual([-1, 4, 4, 4].map((since) => `/v1/bags/a%2Fb/events?since=${since}`));
    expect(live).toContain(false);
  });

  test('says what it refuses in its own words, and that a token is no longer good', async () => {
    const problem = { detail: 'There is no bag x of yours.', advice: 'Look.' };
    let status = 404;
    let isSignedOut = false;
    vi.stubGlobal('fetch', async () => Response.json(problem, { status }));
    const market = new Market('t', () => (isSignedOut = true));
    await expect(market.bag('x')).rejects.toEqual(new Refused(404, problem.detail, problem.advice));
    expect(isSignedOut).toBe(false);
    status = 401;
    await expect(market.bag('x')).rejects.toThrow('of yours');
    expect(isSignedOut).toBe(true);
  });
});
