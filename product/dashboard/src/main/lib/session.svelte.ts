import { findToken, clearToken, storeToken, type BrowserContext } from '../api/token';
import { tokenCredentials, type Credentials } from '../api/credentials';

/** Why the user has to sign in. */
export interface SignInNotice {
  title: string;
  text: string;
}

/** The user's session, from signing in with a token to signing out. */
export class Session {
  credentials = $state.raw<Credentials | null>(null);
  notice = $state.raw<SignInNotice | null>(null);

  constructor(private readonly browser: BrowserContext) {
    this.useToken(findToken(browser));
  }

  signIn(token: string): void {
    this.notice = null;
    storeToken(this.browser, token);
    this.useToken(token);
  }

  async signOut(): Promise<void> {
    clearToken(this.browser);
    this.credentials = null;
  }

  /** The server rejected a request with these credentials. */
  rejected(credentials: Credentials): void {
    if (this.credentials === credentials) {
      clearToken(this.browser);
      this.credentials = null;
      this.notice = { title: 'Token rejected', text: 'The token is not valid, or was revoked.' };
    }
  }

  /** The new URL may contain another token. */
  urlChanged(): void {
    const token = findToken(this.browser);
    if (token !== null) {
      this.useToken(token);
    }
  }

  /** The same token keeps the same credentials, so that pages are not loaded again. */
  private useToken(token: string | null): void {
    const current = this.credentials;
    if (token !== null && (current?.kind !== 'token' || current.token !== token)) {
      this.credentials = tokenCredentials(token);
    }
  }
}
