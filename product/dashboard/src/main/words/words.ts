import type { Bag, Composition, CounterOffer, Explanation, Happening, Offer, Part, Task } from '../market/types';
import { failedTasks } from '../market/types';
import { at, from, length } from './moment';

/** What the page says. These are the words of the command line, and must stay so. */

/** Of a bag's state, after its name. */
export function inWords(state: string): string {
  switch (state) {
    case 'bidding':
      return 'bids in the auction';
    case 'missed':
      return 'missed its deadline, which nobody in the auction could meet';
    case 'calling':
      return 'is being offered to the providers';
    case 'asking':
      return 'waits for your yes or no';
    case 'reserving':
    case 'committing':
      return 'is being reserved';
    case 'running':
      return 'is running';
    case 'done':
      return 'is done';
    case 'no-promise':
      return 'got no promise';
    case 'declined':
      return 'was declined';
    case 'cancelled':
      return 'was cancelled';
    case 'given-up':
      return 'was given up';
    default:
      return `is ${state}`;
  }
}

export function credits(amount: string): string {
  return amount + (amount === '1' ? ' credit' : ' credits');
}

export function count(number: number): string {
  return number.toLocaleString('en-US');
}

export function headline(bag: Bag): string {
  const failed = failedTasks(bag);
  return (
    `${count(bag.done)} of ${count(bag.tasks)} tasks have ended` +
    (failed === 0 ? '' : `, ${count(failed)} of them failed`) +
    '.'
  );
}

/** What else is to be said of a bag, a sentence each. */
export function sentences(bag: Bag, nowMillis: number): string[] {
  const said: string[] = [];
  if (bag.promise !== null) {
    said.push(`Promised: all by ${from(bag.promise.by, nowMillis)}, for ${credits(bag.promise.price)}.`);
  }
  if (bag.counterOffer !== null) {
    said.push(
      `Quoted: all by ${from(bag.counterOffer.by, nowMillis)}, for ${credits(bag.counterOffer.price)}.` +
        ` It stands until ${at(bag.counterOffer.until)}.`,
    );
  }
  if (bag.paid !== '0') {
    said.push(`Paid so far: ${credits(bag.paid)}${bag.budget === null ? '' : `, of a budget of ${credits(bag.budget)}`}.`);
  }
  if (bag.forecast !== null) {
    said.push(`Expected now: by ${from(bag.forecast, nowMillis)}.`);
  }
  if (bag.deadline !== null || bag.budget !== null) {
    said.push(`Asked for: ${asked(bag)}.`);
  }
  if (bag.valuation !== null) {
    said.push(`Worth to you: ${credits(bag.valuation)}, and it never costs more.`);
  }
  if (bag.ended !== null) {
    said.push(`Ended: ${from(bag.ended, nowMillis)}.`);
  }
  if (bag.breach !== null) {
    said.push(
      `The promise was broken through ${bag.breach.provider} (${spaced(bag.breach.cause)}):` +
        ` promised by ${at(bag.breach.promised)}, ended at ${at(bag.breach.ended)}.`,
    );
  }
  return said;
}

function asked(bag: Bag): string {
  const deadline = bag.deadline === null ? '' : `by ${at(bag.deadline)}`;
  const budget = bag.budget === null ? '' : `for at most ${credits(bag.budget)}`;
  return deadline === '' || budget === '' ? deadline + budget : `${deadline}, ${budget}`;
}

function spaced(reason: string): string {
  return reason.replaceAll('-', ' ');
}

/** Who was asked, and what came of it. */
export function summary(explanation: Explanation): string {
  const parts: string[] = [];
  const offering = new Set(explanation.offers.map((offer) => offer.provider)).size;
  const asked = explanation.asked.length;
  if (asked > 0) {
    parts.push((asked === 1 ? '1 provider was' : `${asked} providers were`) + ' asked');
  }
  parts.push(offering + (asked > 0 ? '' : offering === 1 ? ' provider' : ' providers') + ' offered something');
  if (explanation.silent.length > 0) {
    parts.push(`no answer from ${explanation.silent.join(', ')}`);
  }
  if (explanation.calls > 1) {
    parts.push(`this was call ${explanation.calls} for this bag`);
  }
  const said = `${parts.join('; ')}.`;
  return explanation.noPromise === null ? said : `${said} Nothing was promised: ${why(explanation.noPromise)}.`;
}

export function used(offer: Offer): string {
  if (offer.usedTasks > 0) {
    return offer.usedTasks === offer.tasks ? 'all' : `${count(offer.usedTasks)} tasks`;
  }
  return offer.whyNot === null ? 'not decided yet' : `no: ${whyNot(offer.whyNot)}`;
}

export function whyNot(reason: string): string {
  switch (reason) {
    case 'other-offer-used':
      return 'another offer of the same provider is used';
    case 'ends-too-late':
      return 'the bag is done earlier without it';
    case 'not-needed':
      return 'others that end no later cover the bag';
    case 'misses-deadline':
      return 'it misses the deadline, which others meet';
    case 'share-below-one-task':
      return 'its share would be less than one task';
    case 'power-not-disclosed':
      return 'its provider does not tell its power';
    case 'work-not-disclosed':
      return 'its provider does not tell its work';
    default:
      return spaced(reason);
  }
}

function why(reason: string): string {
  switch (reason) {
    case 'not-on-offer':
      return 'the offer had expired';
    case 'no-room-any-more':
      return 'its queue had changed';
    case 'lease-ended':
      return 'it had held it for too long';
    case 'nothing-offered':
      return 'offered nothing';
    case 'too-late-or-too-dear':
      return 'offered too late an end, or more than the bag is worth';
    case 'not-held':
      return 'did not hold what it had offered';
    case 'not-matched-in-time':
      return 'nobody in the auction could still meet the deadline';
    case 'not-enough-offered':
      return 'all offers together do not cover the bag';
    case 'not-covered':
      return 'your account does not bear what it would cost (see tender account)';
    case 'too-often-refused':
      return 'what was offered was refused again and again';
    default:
      return spaced(reason);
  }
}

/** What happened to a bag, in a sentence. */
export function happened(happening: Happening): string {
  const who = happening.providers.join(', ');
  const reason = why(happening.why ?? '');
  const by = happening.by === null ? 'an unknown time' : at(happening.by);
  switch (happening.what) {
    case 'bids':
      return 'Bids in the auction.';
    case 'matched':
      return `Matched with ${who} in the auction.`;
    case 'bid':
      return `Bids ${reason} credits a minute for its part at ${who}.`;
    case 'bids-again':
      return `Bids again, for ${who} ${reason}.`;
    case 'called':
      return who === ''
        ? 'Found nobody to ask for offers: no provider is connected.'
        : `Asked ${who} for offers.`;
    case 'asked':
      return `Asked you whether ${by} will do.`;
    case 'promised':
      return `Promised by ${by}.`;
    case 'placed':
      return `${who} was given its part, to be done by ${by}.`;
    case 'delivered':
      return `${who} has done its part, the last task at ${by}.`;
    case 'refused':
      return `${who} did not hold what it had offered: ${reason}.`;
    case 'moved':
      return who + moved(happening.from, happening.by);
    case 'lost':
      return `${who} is no longer counted on: ${reason}.`;
    case 'done':
      return `Done, the last task at ${by}.`;
    case 'breached':
      return `The promise was broken through ${who}: ${reason}.`;
    case 'not-promised':
      return `Nothing was promised: ${reason}.`;
    case 'stopped':
      return 'Stopped, as was wished.';
    default:
      return `${happening.what} ${who}`;
  }
}

function moved(before: string | null, by: string | null): string {
  const now = ` now expects to end its part at ${by === null ? 'an unknown time' : at(by)}`;
  if (before === null || by === null) {
    return `${now}.`;
  }
  const laterMillis = new Date(by).getTime() - new Date(before).getTime();
  return laterMillis < 0 ? `${now}, ${length(-laterMillis)} earlier.` : `${now}, ${length(laterMillis)} later.`;
}

/** Whether what is quoted is what was asked for. */
export function verdict(bag: Bag, offer: CounterOffer): string {
  const said: string[] = [];
  if (bag.deadline !== null) {
    const lateMillis = new Date(offer.by).getTime() - new Date(bag.deadline).getTime();
    said.push(
      lateMillis <= 0
        ? `That meets the deadline of ${at(bag.deadline)}.`
        : `The deadline of ${at(bag.deadline)} cannot be met${offer.inTime === null ? '' : ' for that'}; the earliest is ${at(offer.by)}, ${length(lateMillis)} later.`,
    );
  }
  if (bag.budget !== null) {
    said.push(
      Number(offer.price) <= Number(bag.budget)
        ? `It is within the budget of ${credits(bag.budget)}.`
        : `It costs ${credits(offer.price)}, more than the budget of ${credits(bag.budget)}.`,
    );
  }
  if (offer.inTime !== null) {
    said.push(`By ${at(offer.inTime.by)} it would cost ${credits(offer.inTime.price)}.`);
  }
  return said.join(' ');
}

/** What the offers in hand come to. */
export function composed(composition: Composition, deadline: string | null, budget: string | null): string {
  if (composition.by === null) {
    return `The offers in hand do not cover the bag: ${count(composition.unplacedTasks)} tasks are left.`;
  }
  const said = [`All by ${at(composition.by)}, for ${credits(composition.price)}.`];
  if (deadline !== null && !composition.meetsDeadline) {
    const lateMillis = new Date(composition.by).getTime() - new Date(deadline).getTime();
    said.push(`That is ${length(lateMillis)} after the deadline.`);
  }
  if (budget !== null && !composition.withinBudget) {
    said.push(`It costs more than the budget of ${credits(budget)}.`);
  }
  return said.join(' ');
}

export function taskState(task: Task): string {
  switch (task.state) {
    case 'succeeded':
      return 'succeeded';
    case 'failed':
      return `failed with exit code ${task.exitCode ?? 'unknown'}`;
    case 'placed':
      return 'with its provider, no result yet';
    case 'open':
      return 'given to nobody yet';
    case 'not-done':
      return 'not done';
  }
}

/** What became of a part. */
export function partState(part: Part, nowMillis: number): string {
  if (part.refused !== null) {
    return 'refused after all';
  }
  if (part.ended !== null) {
    const lateMillis = new Date(part.ended).getTime() - new Date(part.by).getTime();
    return lateMillis > 0 ? `done ${length(lateMillis)} late` : 'done in time';
  }
  if (part.lost !== null) {
    return `no longer counted on: ${spaced(part.cause ?? 'lost')}`;
  }
  const endMillis = new Date(part.expected ?? part.by).getTime();
  const byMillis = new Date(part.by).getTime();
  if (nowMillis > byMillis) {
    return 'overdue';
  }
  return endMillis > byMillis ? `expects to be ${length(endMillis - byMillis)} late` : 'under way';
}

/** Bids and asks are compared with each other, and mean nothing by themselves. */
export function bidValue(value: number | null): string {
  return value === null ? '–' : Number(value.toPrecision(4)).toString();
}
