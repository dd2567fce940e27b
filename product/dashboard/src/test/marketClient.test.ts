import { afterEach, describe, expect, test, vi } from 'vitest';
import { EventStreamParser } from '../main/api/eventStream';
import { tokenCredentials } from '../main/api/credentials';
import { MarketClient } from '../main/api/marketClient';
import { ApiError } from '../main/api/httpClient';
import { findToken, clearToken, storeToken } from '../main/api/token';
import { BAG, browser } from './fixtures';

describe('event stream', () => {
  test('is parsed for every chunk size', () => {
    const text = ': keep-alive\n\nid: 1\nevent: bag\ndata: {"a":\ndata: 1}\n\nid: 2\nevent: bag\ndata: x\n\n';
    for (let size = 1; size <= text.length; size++) {
      const parser = new EventStreamParser();
      const events = [];
      for (let at = 0; at < text.length; at += size) {
        events.push(...parser.parse(text.slice(at, at + size)));
      }
      expect(events).toEqual([
        { id: '1', event: 'bag', data: '{"a":\n1}' },
        { id: '2', event: 'bag', data: 'x' },
      ]);
    }
  });
});

describe('the token', () => {
  test('is removed from the URL', () => {
    const context = browser('#token=a%2Fb');
    expect(findToken(context)).toBe('a/b');
    expect(context.urls).toEqual(['/#/']);
  });

  test('is stored for the tab until it is cleared', () => {
    const context = browser('#/quote');
    expect(findToken(context)).toBeNull();
    storeToken(context, 'x');
    expect(findToken(context)).toBe('x');
    expect(context.urls).toEqual([]);
    clearToken(context);
    expect(findToken(context)).toBeNull();
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

describe('market client', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('resumes a broken stream until the bag has ended', async () => {
    vi.useFakeTimers();
    const requested: string[] = [];
    const responses = [
      () => stream(event(3, 'running'), event(4, 'running')),
      () => { throw new TypeError('gone'); },
      () => new Response('busy', { status: 503 }),
      () => stream(event(9, 'done')),
    ];
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      requested.push(path);
      expect((request.headers as Record<string, string>)['Authorization']).toBe('Bearer secret');
      return responses[requested.length - 1]!();
    });
    const versions: number[] = [];
    const live: boolean[] = [];
    const followed = new MarketClient(tokenCredentials('secret'), () => undefined).follow(
      'a/b', -1, (bag) => versions.push(bag.version), (is) => live.push(is), new AbortController().signal,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await followed;
    expect(versions).toEqual([3, 4, 9]);
    expect(requested).toEqual([-1, 4, 4, 4].map((since) => `/v1/bags/a%2Fb/events?since=${since}`));
    expect(live).toContain(false);
  });

  test('reads all pages of result packs', async () => {
    const requested: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      requested.push(path);
      const digest = `d${requested.length}`;
      return Response.json({ only: null, packs: [{ digest, tasks: '0', bytes: 1 }], more: requested.length < 3 });
    });
    const packs = await new MarketClient(tokenCredentials('t'), () => undefined).packs('b');
    expect(packs.map((pack) => pack.digest)).toEqual(['d1', 'd2', 'd3']);
    expect(requested).toEqual(['/v1/bags/b/results', '/v1/bags/b/results?after=d1', '/v1/bags/b/results?after=d2']);
  });

  test('throws the problem of an error response and reports a rejected token', async () => {
    const problem = { detail: 'You have no bag x.', advice: 'List your bags.' };
    let status = 404;
    let isSignedOut = false;
    vi.stubGlobal('fetch', async () => Response.json(problem, { status }));
    const market = new MarketClient(tokenCredentials('t'), () => (isSignedOut = true));
    await expect(market.bag('x')).rejects.toEqual(new ApiError(404, problem.detail, problem.advice));
    expect(isSignedOut).toBe(false);
    status = 401;
    await expect(market.bag('x')).rejects.toThrow('no bag x');
    expect(isSignedOut).toBe(true);
  });
});
