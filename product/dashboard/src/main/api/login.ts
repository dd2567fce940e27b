import { COOKIE } from './credentials';
import { HttpClient } from './httpClient';

/** The longest path with which the server sends a browser back, and its characters. */
const RETURN_PATH = /^\/[A-Za-z0-9._~!$&'()*+,;=:@%/?#-]{0,499}$/;

const PROBLEM = 'meta[name="tender-login-problem"]';

/** Single sign-on, as the server describes it for this browser. */
export interface Login {
  /** The name of the identity provider; null if users have tokens only. */
  identityProvider: string | null;
  loginUrl: string | null;
  /** The user who has logged in in this browser; null if none has. */
  user: string | null;
}

/** Client of the routes for logins in browsers. */
export class LoginClient extends HttpClient {
  constructor() {
    super(COOKIE, () => undefined);
  }

  find(): Promise<Login> {
    return this.get('/v1/session');
  }

  /** Ends the login here. Returns the URL at which the browser ends it at the identity provider; null if there is none. */
  async end(): Promise<string | null> {
    return (await this.post<{ continueAt: string | null }>('/v1/logout', {})).continueAt;
  }
}

/** Where a browser logs in and comes back to the page with this fragment. */
export function loginLink(loginUrl: string, fragment: string): string {
  const back = `/${fragment}`;
  return `${loginUrl}?return=${encodeURIComponent(RETURN_PATH.test(back) ? back : '/')}`;
}

/** Why a login failed, which the server has written into this page; empty if none did. It is shown once. */
export function takeLoginProblem(page: Document, browser: Pick<Window, 'history' | 'location'>): string {
  const problem = page.querySelector<HTMLMetaElement>(PROBLEM);
  if (problem === null) {
    return '';
  }
  problem.remove();
  // The URL has values of the login, which is over.
  browser.history.replaceState(null, '', '/');
  return problem.content;
}
