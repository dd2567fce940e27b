import { findToken, forgetToken, keepToken, type Place } from '../market/session';

/** Who looks at the page, from signing in to signing out. */
export class Visit {
  token = $state<string | null>(null);
  /** Why somebody has to sign in who had. */
  note = $state('');

  constructor(private readonly place: Place) {
    this.token = findToken(place);
  }

  signIn(token: string): void {
    this.note = '';
    keepToken(this.place, token);
    this.token = token;
  }

  signOut(): void {
    forgetToken(this.place);
    this.token = null;
  }

  /** The server does not take the token. */
  refused(): void {
    if (this.token !== null) {
      this.note = 'The token is not, or no longer, valid.';
      this.signOut();
    }
  }

  /** Another address may have brought another token. */
  moved(): void {
    this.token = findToken(this.place);
  }
}
