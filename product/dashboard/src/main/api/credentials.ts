/** How requests are authenticated: by a token in a header, or by the cookie of a login, which scripts cannot read. */
export type Credentials = { kind: 'token'; token: string } | { kind: 'cookie' };

export const COOKIE: Credentials = { kind: 'cookie' };

export function tokenCredentials(token: string): Credentials {
  return { kind: 'token', token };
}

/** The request with its credentials. A cookie goes to this server only, and never with a token. */
export function authenticated(request: RequestInit, credentials: Credentials): RequestInit {
  if (credentials.kind === 'cookie') {
    return { ...request, credentials: 'same-origin' };
  }
  const headers = { ...(request.headers as Record<string, string> | undefined), Authorization: `Bearer ${credentials.token}` };
  return { ...request, credentials: 'omit', headers };
}
