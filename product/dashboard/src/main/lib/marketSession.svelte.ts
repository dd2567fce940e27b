import { COOKIE, type Credentials } from '../api/credentials';
import { LoginClient, loginLink, type Login } from '../api/login';
import type { BrowserContext } from '../api/token';
import { errorText } from './polling.svelte';
import { Session } from './session.svelte';

/** A session of a market, in which a user signs in with a token or has logged in at the identity provider. */
export class MarketSession extends Session {
  /** Null until the server has answered. */
  login = $state.raw<Login | null>(null);

  constructor(
    browser: BrowserContext,
    private readonly assign: (url: string) => void,
    private readonly logins = new LoginClient(),
  ) {
    super(browser);
  }

  /** The name of the user who has logged in; null if the user has a token. */
  get user(): string | null {
    return this.credentials?.kind === 'cookie' ? (this.login?.user ?? null) : null;
  }

  /** Whether it is not known yet if the user has to sign in. */
  get isLoading(): boolean {
    return this.credentials === null && this.login === null && this.notice === null;
  }

  /** Asks the server who has logged in in this browser. A token of this tab takes precedence. */
  async findLogin(): Promise<void> {
    try {
      this.login = await this.logins.find();
    } catch (failure) {
      if (this.login === null && this.credentials === null) {
        this.notice ??= { title: 'No answer', text: errorText(failure) };
      }
      return;
    }
    if (this.login.user === null) {
      if (this.credentials?.kind === 'cookie') {
        this.rejected(this.credentials);
      }
    } else if (this.credentials === null) {
      this.notice = null;
      this.credentials = COOKIE;
    }
  }

  /** The user returns to this tab, and may have logged in or out in another one. */
  async tabShown(): Promise<void> {
    if (this.login?.identityProvider && this.credentials?.kind !== 'token') {
      await this.findLogin();
    }
  }

  /** Sends the browser to the identity provider. */
  logIn(fragment: string): void {
    if (this.login?.loginUrl) {
      this.assign(loginLink(this.login.loginUrl, fragment));
    }
  }

  override async signOut(): Promise<void> {
    if (this.credentials?.kind !== 'cookie') {
      await super.signOut();
      await this.findLogin();
      return;
    }
    let next: string | null;
    try {
      next = await this.logins.end();
    } catch (failure) {
      // A login that has ended by another way is over too.
      await this.findLogin();
      if (this.credentials !== null) {
        this.notice = { title: 'You are still signed in', text: errorText(failure) };
      }
      return;
    }
    this.credentials = null;
    if (next !== null) {
      this.assign(next);
    }
  }

  override rejected(credentials: Credentials): void {
    if (credentials.kind === 'token') {
      super.rejected(credentials);
    } else if (this.credentials === credentials) {
      this.credentials = null;
      this.notice = {
        title: 'Your login has ended',
        text: `It expired, you signed out in another tab, or ${this.login?.identityProvider ?? 'the identity provider'} does not confirm it any more.`,
      };
    }
  }
}
