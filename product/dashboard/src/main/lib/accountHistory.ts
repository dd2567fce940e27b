import type { Account, Entry, Share } from '../api/types';

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

function thousandths(credits: string): number {
  return Math.round(Number(credits) * 1000);
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

/** The purpose of an entry. */
export function entryText(entry: GroupedEntry): string {
  const provider = entry.provider ?? 'a provider';
  switch (entry.kind) {
    case 'deposit':
      return "deposited by the market's operator";
    case 'withdrawal':
      return "withdrawn by the market's operator";
    case 'hold':
      return `hold for the part at ${provider}`;
    case 'charge':
      return `paid to ${provider} from the hold${entry.count === 1 ? '' : `, in ${entry.count} charges`}`;
    case 'release':
      return `hold for ${provider} released`;
    case 'penalty':
      return `penalty paid by ${provider} for a broken promise`;
  }
}

/** The cost of a task at a shared host so far; null while no task is done. */
export function costPerTask(share: Pick<Share, 'paid' | 'done'>): string | null {
  return share.done === 0 ? null : String(Math.round(thousandths(share.paid) / share.done) / 1000);
}
