import { HttpClient } from '../api/httpClient';
import type {
  AuditEntries,
  Certificate,
  ManagedAccounts,
  ManagedProvider,
  ManagedUser,
  OwnedBag,
  OwnedBags,
  Role,
  Self,
} from './types';

const ROOT = '/v1/operator/';

/** Client of the market's REST API for operators and auditors. */
export class OperatorClient extends HttpClient {
  /** The user with the role and the scope of these credentials. */
  self(signal?: AbortSignal): Promise<Self> {
    return this.get('/v1/user', signal);
  }

  async users(signal?: AbortSignal): Promise<ManagedUser[]> {
    return (await this.get<{ users: ManagedUser[] }>(`${ROOT}users`, signal)).users;
  }

  /** Adds a user; returns the token, which cannot be read again. */
  async addUser(user: string, role: Role): Promise<string> {
    return (await this.post<{ token: string }>(`${ROOT}users`, { user, role })).token;
  }

  revokeUser(user: string): Promise<void> {
    return this.change('POST', `users/${encodeURIComponent(user)}/revoke`, {});
  }

  setRole(user: string, role: Role): Promise<void> {
    return this.change('PUT', `users/${encodeURIComponent(user)}/role`, { role });
  }

  async providers(signal?: AbortSignal): Promise<ManagedProvider[]> {
    return (await this.get<{ providers: ManagedProvider[] }>(`${ROOT}providers`, signal)).providers;
  }

  /** Adds a provider; returns the token for its enrolment, which cannot be read again. */
  async addProvider(provider: string): Promise<string> {
    return (await this.post<{ token: string }>(`${ROOT}providers`, { provider })).token;
  }

  revokeProvider(provider: string): Promise<void> {
    return this.change('POST', `providers/${encodeURIComponent(provider)}/revoke`, {});
  }

  async certificates(signal?: AbortSignal): Promise<Certificate[]> {
    return (await this.get<{ certificates: Certificate[] }>(`${ROOT}certificates`, signal)).certificates;
  }

  revokeCertificate(serial: string): Promise<void> {
    return this.change('POST', `certificates/${encodeURIComponent(serial)}/revoke`, {});
  }

  accounts(signal?: AbortSignal): Promise<ManagedAccounts> {
    return this.get(`${ROOT}accounts`, signal);
  }

  /** Deposits credits, once for each key. */
  deposit(account: string, amount: string, key: string): Promise<void> {
    return this.change('POST', `accounts/${encodeURIComponent(account)}/deposits`, { amount }, { 'Idempotency-Key': key });
  }

  setCreditLimit(account: string, limit: string): Promise<void> {
    return this.change('PUT', `accounts/${encodeURIComponent(account)}/credit-limit`, { limit });
  }

  bags(state: string, search: string, cursor: string | null, signal?: AbortSignal): Promise<OwnedBags> {
    const query = new URLSearchParams({ limit: '50' });
    for (const [name, value] of [['state', state], ['search', search], ['cursor', cursor ?? '']] as const) {
      if (value !== '') {
        query.set(name, value);
      }
    }
    return this.get(`${ROOT}bags?${query}`, signal);
  }

  cancel(bag: string, reason: string): Promise<OwnedBag> {
    return this.post(`${ROOT}bags/${encodeURIComponent(bag)}/cancel`, { reason });
  }

  audit(actor: string, cursor: string | null, signal?: AbortSignal): Promise<AuditEntries> {
    const query = new URLSearchParams({ limit: '50' });
    if (actor !== '') {
      query.set('actor', actor);
    }
    if (cursor !== null) {
      query.set('cursor', cursor);
    }
    return this.get(`${ROOT}audit?${query}`, signal);
  }

  private async change(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<void> {
    const response = await this.send(ROOT + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    // The response to a revoked certificate has a body, which must be read.
    await response.text();
  }
}
