import { afterEach, describe, expect, test, vi } from 'vitest';
import { COOKIE } from '../main/api/credentials';
import { loginLink, takeLoginProblem } from '../main/api/login';
import { MarketClient } from '../main/api/marketClient';
import { MarketSession } from '../main/lib/marketSession.svelte';
import { browser } from './fixtures';

const PROVIDER = { identityProvider: 'Lab', loginUrl: 'https://tender.test/v1/login' };

afterEach(() => vi.unstubAllGlobals());

/** A server at which this user has logged in. */
function server(user: string | null): { user: string | null; isDown: boolean; requests: [string, RequestInit][] } {
  const state = { user, isDown: false, requests: [] as [string, RequestInit][] };
  vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
    state.requests.push([path, request]);
    if (state.isDown) {
      return Response.json({ detail: 'Down.', advice: 'Wait.' }, { status: 503 });
    }
    if (path === '/v1/logout') {
      state.user = null;
      return Response.json({ continueAt: 'https://id.test/logout' });
    }
    return Response.json({ ...PROVIDER, user: state.user });
  });
  return state;
}

function session(hash = ''): MarketSession & { urls: string[] } {
  const urls: string[] = [];
  return Object.assign(new MarketSession(browser(hash), (url) => void urls.push(url)), { urls });
}

describe('a login in this browser', () => {
  test('is found, and its requests have the cookie in place of a token', async () => {
    const state = server('ann');
    const user = session();
    expect(user.isLoading).toBe(true);
    await user.findLogin();
    expect(user.credentials).toBe(COOKIE);
    expect(user.user).toBe('ann');
    await new MarketClient(COOKIE, () => undefined).cancel('b');
    const [, request] = state.requests[1]!;
    expect(request.credentials).toBe('same-origin');
    expect(request.headers).not.toHaveProperty('Authorization');
  });

  test('gives way to the token of a tab', async () => {
    server('ann');
    const user = session('#token=x');
    await user.findLogin();
    expect(user.credentials).toEqual({ kind: 'token', token: 'x' });
    expect(user.user).toBeNull();
  });

  test('ends at the market and at the identity provider', async () => {
    const state = server('ann');
    const user = session();
    await user.findLogin();
    await user.signOut();
    expect(state.user).toBeNull();
    expect(user.credentials).toBeNull();
    expect(user.notice).toBeNull();
    expect(user.urls).toEqual(['https://id.test/logout']);
  });

  test('stays when the server cannot end it', async () => {
    const state = server('ann');
    const user = session();
    await user.findLogin();
    state.isDown = true;
    await user.signOut();
    expect(user.credentials).toBe(COOKIE);
    expect(user.notice?.text).toBe('Down. Wait.');
  });

  test('that has ended asks the user to sign in again', async () => {
    const state = server('ann');
    const user = session();
    await user.findLogin();
    user.rejected(COOKIE);
    expect(user.credentials).toBeNull();
    expect(user.notice?.title).toBe('Your login has ended');
    expect(user.notice?.text).toContain('Lab');
    user.logIn('#/bag/b');
    expect(user.urls).toEqual(['https://tender.test/v1/login?return=%2F%23%2Fbag%2Fb']);

    // In another tab the user logs in as another one, and out.
    state.user = 'ben';
    await user.tabShown();
    expect(user.user).toBe('ben');
    expect(user.notice).toBeNull();
    state.user = null;
    await user.tabShown();
    expect(user.credentials).toBeNull();
  });

  test('is not asked for again with a token', async () => {
    const state = server(null);
    const user = session('#token=x');
    await user.findLogin();
    await user.tabShown();
    expect(state.requests).toHaveLength(1);
  });

  test('that another request has replaced is not rejected', async () => {
    server('ann');
    const user = session('#token=x');
    const old = user.credentials!;
    user.signIn('y');
    user.rejected(old);
    expect(user.credentials).toEqual({ kind: 'token', token: 'y' });
  });
});

test('a fragment that the server would refuse is left out of the link', () => {
  expect(loginLink('/v1/login', '#/bags/[x]')).toBe('/v1/login?return=%2F');
  expect(loginLink('/v1/login', '#/' + 'x'.repeat(600))).toBe('/v1/login?return=%2F');
});

test('the problem of a login is shown once, and its values leave the URL', () => {
  const element = { content: 'No.', isRemoved: false, remove: () => void (element.isRemoved = true) };
  const page = { querySelector: () => (element.isRemoved ? null : element) } as unknown as Document;
  const window = browser('');
  expect(takeLoginProblem(page, window as unknown as Window)).toBe('No.');
  expect(window.urls).toEqual(['/']);
  expect(takeLoginProblem(page, window as unknown as Window)).toBe('');
});
