import type { Account, Entry, Share } from '../api/types';
import { formatTime } from '../text/time';
import { thousandths } from './money';

/** The balance and the amount on hold from an instant on, in credits. */
export interface BalanceStep {
  atMillis: number;
  balance: number;
  held: number;
}

/**
 * The account over time, oldest step first, computed backwards from the current amounts and the entries, newest first.
 * Computed in thousandths of a credit, as on the server.
 */
export function balanceHistory(account: Pick<Account, 'balance' | 'holds'>, entries: Entry[], nowMillis: number): BalanceStep[] {
  let balance = thousandths(account.balance);
  let held = account.holds.reduce((sum, hold) => sum + thousandths(hold.amount), 0);
  const step = (atMillis: number): BalanceStep => ({ atMillis, balance: balance / 1000, held: held / 1000 });
  const steps = [step(nowMillis)];
  for (const entry of entries) {
    steps.push(step(new Date(entry.at).getTime()));
    const amount = thousandths(entry.amount);
    if (entry.kind === 'charge') {
      held -= amount;
    } else {
      balance -= amount;
      held += entry.kind === 'hold' || entry.kind === 'release' ? amount : 0;
    }
  }
  // The state before the first entry.
  const first = entries.at(-1);
  if (first !== undefined) {
    steps.push(step(new Date(first.at).getTime()));
  }
  return steps.reverse();
}

/** An entry that represents several charges. */
export interface GroupedEntry extends Entry {
  count: number;
}

/** Groups the charges of a provider for a bag, which are many and small, at the position of the last one. */
export function groupCharges(entries: Entry[]): GroupedEntry[] {
  const list: GroupedEntry[] = [];
  const charges = new Map<string, GroupedEntry>();
  for (const entry of entries) {
    const key = `${entry.bag} ${entry.provider}`;
    const known = entry.kind === 'charge' ? charges.get(key) : undefined;
    if (known !== undefined) {
      known.amount = String((thousandths(known.amount) + thousandths(entry.amount)) / 1000);
      known.count += 1;
    } else {
      const grouped = { ...entry, count: 1 };
      list.push(grouped);
      if (entry.kind === 'charge') {
        charges.set(key, grouped);
      }
    }
  }
  return list;
}

/** A row of the ledger: what an entry changes, and the amounts after it, in credits. */
export interface LedgerRow<E extends Entry = Entry> {
  entry: E;
  balanceChange: number;
  heldChange: number;
  balance: number;
  held: number;
}

/** The rows of some entries, newest first, such that every row is the row below plus its changes. */
export function ledgerRows<E extends Entry>(account: Pick<Account, 'balance' | 'holds'>, entries: E[]): LedgerRow<E>[] {
  let balance = thousandths(account.balance);
  let held = account.holds.reduce((sum, hold) => sum + thousandths(hold.amount), 0);
  return entries.map((entry) => {
    const amount = thousandths(entry.amount);
    const balanceChange = entry.kind === 'charge' ? 0 : amount;
    const heldChange = entry.kind === 'charge' ? amount : entry.kind === 'hold' || entry.kind === 'release' ? -amount : 0;
    const row = {
      entry,
      balanceChange: balanceChange / 1000,
      heldChange: heldChange / 1000,
      balance: balance / 1000,
      held: held / 1000,
    };
    balance -= balanceChange;
    held -= heldChange;
    return row;
  });
}

/** What a bag, or all bags of a month, cost: charges minus penalties that providers paid, in credits. */
export interface Spending {
  key: string;
  name: string;
  charged: number;
  penalties: number;
  spent: number;
}

/** The spending by bag, latest bag first. */
export function spendingByBag(entries: Entry[]): Spending[] {
  return spending(entries, (entry) => [entry.bag ?? '', entry.name ?? entry.bag ?? 'other']);
}

/** The spending by month in the time zone of the browser, latest month first. */
export function spendingByMonth(entries: Entry[]): Spending[] {
  return spending(entries, (entry) => [monthOf(entry.at), monthOf(entry.at)]);
}

/** The month of an instant, such as 2026-11. */
export function monthOf(instant: string | number): string {
  return formatTime(instant).slice(0, 7);
}

function spending(entries: Entry[], keyOf: (entry: Entry) => [string, string]): Spending[] {
  const sums = new Map<string, { name: string; charged: number; penalties: number }>();
  for (const entry of entries) {
    if (entry.kind === 'charge' || entry.kind === 'penalty') {
      const [key, name] = keyOf(entry);
      const sum = sums.get(key) ?? { name, charged: 0, penalties: 0 };
      sums.set(key, sum);
      if (entry.kind === 'charge') {
        sum.charged -= thousandths(entry.amount);
      } else {
        sum.penalties += thousandths(entry.amount);
      }
    }
  }
  return [...sums].map(([key, sum]) => ({
    key,
    name: sum.name,
    charged: sum.charged / 1000,
    penalties: sum.penalties / 1000,
    spent: (sum.charged - sum.penalties) / 1000,
  }));
}

/** The ledger as a CSV file (RFC 4180), newest entry first. */
export function ledgerCsv(rows: LedgerRow[]): string {
  const lines = rows.map(({ entry, balanceChange, heldChange, balance, held }) => [
    entry.at, entry.kind, entry.bag ?? '', entry.name ?? '', entry.provider ?? '', balanceChange, heldChange, balance, held,
  ]);
  const header = ['at', 'kind', 'bag', 'name', 'provider', 'balance_change', 'hold_change', 'balance_after', 'on_hold_after'];
  return [header, ...lines].map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: string | number): string {
  // A spreadsheet would execute a text that begins like a formula.
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The purpose of an entry. */
export function entryText(entry: GroupedEntry): string {
  const provider = entry.provider ?? 'a provider';
  switch (entry.kind) {
    case 'deposit':
      return "deposited by the market's operator";
    case 'withdrawal':
      return "withdrawn by the market's operator";
    case 'hold':
      return `put on hold for the part at ${provider}`;
    case 'charge':
      return `paid to ${provider} from the hold${entry.count === 1 ? '' : `, in ${entry.count} charges`}`;
    case 'release':
      return `released from the hold for ${provider}`;
    case 'penalty':
      return `penalty paid by ${provider} for a broken promise`;
  }
}

/** The cost of a task at a shared host so far; null while no task is done. */
export function costPerTask(share: Pick<Share, 'paid' | 'done'>): string | null {
  return share.done === 0 ? null : String(Math.round(thousandths(share.paid) / share.done) / 1000);
}
