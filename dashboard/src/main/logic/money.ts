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
  return steps.reverse();
}

function thousandths(credits: string): number {
  return Math.round(Number(credits) * 1000);
}

/** What an entry was for. */
export function purpose(entry: Entry): string {
  const provider = entry.provider ?? 'a provider';
  switch (entry.kind) {
    case 'deposit':
      return "given by the market's operator";
    case 'withdrawal':
      return "taken back by the market's operator";
    case 'hold':
      return `set aside for what ${provider} does`;
    case 'charge':
      return `paid to ${provider}, of what was set aside`;
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
