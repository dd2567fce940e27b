import { afterEach, describe, expect, test, vi } from 'vitest';
import { COOKIE, tokenCredentials } from '../main/api/credentials';
import { routeOf } from '../main/lib/route';
import { OperatorClient } from '../main/operator/operatorClient';

interface Sent {
  path: string;
  request: RequestInit;
}

/** Answers each request with this body, and returns the requests. */
function answer(body: string, status = 200): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
    sent.push({ path, request });
    return new Response(status === 204 ? null : body, { status });
  });
  return sent;
}

const headers = (one: Sent): Record<string, string> => one.request.headers as Record<string, string>;

afterEach(() => vi.unstubAllGlobals());

describe('operator client', () => {
  test('uses the cookie of a login', async () => {
    const sent = answer('{"user":"olga","role":"operator","scope":"submit","mayOperate":true}');
    expect((await new OperatorClient(COOKIE, () => undefined).self()).mayOperate).toBe(true);
    expect(sent[0]!.path).toBe('/v1/user');
    expect(sent[0]!.request.credentials).toBe('same-origin');
    expect(sent[0]!.request.headers).toBeUndefined();
  });

  test('deposits with the key and the token', async () => {
    const sent = answer('', 204);
    await new OperatorClient(tokenCredentials('secret'), () => undefined).deposit('user:a@b', '5', 'key');
    expect(sent[0]!.path).toBe('/v1/operator/accounts/user%3Aa%40b/deposits');
    expect(sent[0]!.request.method).toBe('POST');
    expect(sent[0]!.request.body).toBe('{"amount":"5"}');
    expect(headers(sent[0]!)).toMatchObject({ Authorization: 'Bearer secret', 'Idempotency-Key': 'key' });
  });

  test('leaves out filters that are empty', async () => {
    const sent = answer('{"bags":[],"next":null}');
    const client = new OperatorClient(COOKIE, () => undefined);
    await client.bags('', '', null);
    await client.bags('running', 'a b', 'x');
    expect(sent.map((one) => one.path)).toEqual([
      '/v1/operator/bags?limit=50',
      '/v1/operator/bags?limit=50&state=running&search=a+b&cursor=x',
    ]);
  });

  test('reports rejected credentials', async () => {
    answer('', 401);
    let isRejected = false;
    const client = new OperatorClient(COOKIE, () => (isRejected = true));
    await expect(client.users()).rejects.toMatchObject({ status: 401 });
    expect(isRejected).toBe(true);
  });
});

test('an unknown operator page is the list of users', () => {
  expect(routeOf('#/operator/audit')).toEqual({ page: 'operator', tab: 'audit' });
  expect(routeOf('#/operator/other')).toEqual({ page: 'operator', tab: 'users' });
});
