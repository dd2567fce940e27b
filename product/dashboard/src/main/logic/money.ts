import type { Account, Entry, Share } from '../market/types';

/** How much was free and how much was set aside from some instant on, in credits. */
export interface MoneyStep {
  atMillis: number;
  balance: number;
  held: number;
}

/**
 * Money over time, oldest first, reckoned back from what is there now: entries say what came and went, the newest first.
 * Money is reckoned in thousandths, in which it is kept.
 */
export function overTime(account: Pick<Account, 'balance' | 'held'>, entries: Entry[], nowMillis: number): MoneyStep[] {
  let balance = thousandths(account.balance);
  let held = account.held.reduce((sum, one) => sum + thousandths(one.amount), 0);
  const step = (atMillis: number): MoneyStep => ({ atMillis, balance: balance / 1000, held: held / 1000 });
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
  // As it was before the first of them.
  const first = entries.at(-1);
  if (first !== undefined) {
    steps.push(step(new Date(first.at).getTime()));
  }
  return steps.reverse();
}

function thousandths(credits: string): number {
  return Math.round(Number(credits) * 1000);
}

/** Entries that say the same are one, and how many. */
export interface Gathered extends Entry {
  count: number;
}

/** What a provider was paid for a bag comes in many small bills: they are taken together, where the last of them was. */
export function gathered(entries: Entry[]): Gathered[] {
  const list: Gathered[] = [];
  const bills = new Map<string, Gathered>();
  for (const entry of entries) {
    const bill = `${entry.bag} ${entry.provider}`;
    const known = entry.kind === 'charge' ? bills.get(bill) : undefined;
    if (known !== undefined) {
      known.amount = String((thousandths(known.amount) + thousandths(entry.amount)) / 1000);
      known.count += 1;
    } else {
      const one = { ...entry, count: 1 };
      list.push(one);
      if (entry.kind === 'charge') {
        bills.set(bill, one);
      }
    }
  }
  return list;
}

/** What an entry was for. */
export function purpose(entry: Gathered): string {
  const provider = entry.provider ?? 'a provider';
  switch (entry.kind) {
    case 'deposit':
      return "given by the market's operator";
    case 'withdrawal':
      return "taken back by the market's operator";
    case 'hold':
      return `set aside for what ${provider} does`;
    case 'charge':
      return `paid to ${provider}, of what was set aside${entry.count === 1 ? '' : `, in ${entry.count} bills`}`;
    case 'release':
      return `not needed at ${provider}, and back`;
    case 'penalty':
      return `from ${provider}, for a broken promise`;
  }
}

/** What a task has cost at a host so far; nothing, as long as none is done. */
export function perTask(share: Pick<Share, 'paid' | 'done'>): string | null {
  return share.done === 0 ? null : String(Math.round(thousandths(share.paid) / share.done) / 1000);
}
