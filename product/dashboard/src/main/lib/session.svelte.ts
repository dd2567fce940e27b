import { findToken, clearToken, storeToken, type BrowserContext } from '../api/token';

/** The user's session, from signing in to signing out. */
export class Session {
  token = $state<string | null>(null);
  /** Why the user has to sign in again. */
  note = $state('');

  constructor(private readonly browser: BrowserContext) {
    this.token = findToken(browser);
  }

  signIn(token: string): void {
    this.note = '';
    storeToken(this.browser, token);
    this.token = token;
  }

  signOut(): void {
    clearToken(this.browser);
    this.token = null;
  }

  /** The server rejected the token. */
  tokenRejected(): void {
    if (this.token !== null) {
      this.note = 'The token is not valid, or was revoked.';
      this.signOut();
    }
  }

  /** The new URL may contain another token. */
  urlChanged(): void {
    this.token = findToken(this.browser);
  }
}
