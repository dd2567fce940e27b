import type { Bag } from '../api/types';

/** The resources of operators and auditors, as in openapi.yaml. */
export type Role = 'user' | 'operator' | 'auditor';

export interface Self {
  user: string;
  role: Role;
  scope: string;
  mayOperate: boolean;
}

export interface ManagedUser {
  user: string;
  role: Role;
  access: boolean;
  balance: string;
  bags: number;
  lastBag: string | null;
  organisations: string[];
}

export interface ManagedProvider {
  provider: string;
  state: 'added' | 'connected' | 'offline' | 'revoked';
  kept: number;
  late: number;
  organisations: string[];
}

export interface Certificate {
  provider: string;
  serial: string;
  state: 'unused' | 'active' | 'replaced' | 'revoked';
  issued: string;
  expires: string;
}

export interface ManagedAccount {
  account: string;
  balance: string;
  creditLimit: string | null;
  consistent: boolean;
}

export interface ManagedAccounts {
  accounts: ManagedAccount[];
  sum: string;
}

export interface OwnedBag {
  user: string;
  bag: Bag;
}

export interface OwnedBags {
  bags: OwnedBag[];
  next: string | null;
}

export interface AuditEntry {
  number: number;
  at: string;
  actor: string;
  address: string;
  action: string;
  target: string;
  result: string;
  hash: string;
}

export interface AuditEntries {
  entries: AuditEntry[];
  next: string | null;
}
