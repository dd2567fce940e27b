import type { Bag, Bound, Composition, Explanation, FailedTasks, HistoryEvent, Limits, Offer, Part, Quote, Task } from '../api/types';
import { failedTasks } from '../api/types';
import { findText, formatText } from './texts';
import { formatDuration, formatTime, formatWithRelative } from './time';

/** The texts for breaches that do not count against the provider, by cause. */
const BREACH_TEXTS = new Map([
  ['tasks-exceeded-limit', 'breach-limit'],
  ['database-restored', 'breach-restored'],
]);

/** A bag's state, to follow its name. A bag with failed tasks has finished, and is not done. */
export function stateText(bag: Bag): string {
  const state = bag.state === 'done' && failedTasks(bag) > 0 ? 'finished' : bag.state;
  return findText('bagState', state) ?? `is ${state}`;
}

/**
 * An exit code, with its usual meaning if it has one.
 *
 * @param runtimeSeconds the runtime in the bag file, if the task was stopped at the limit that it sets
 */
export function exitCodeText(exitCode: number | null, runtimeSeconds: number | null = null): string {
  const meaning =
    runtimeSeconds === null
      ? findText('exitCode', String(exitCode))
      : formatText('exitCode', '124-limit', { runtime: formatDuration(runtimeSeconds * 1000) });
  return `exit code ${exitCode ?? 'unknown'}${meaning === null ? '' : ` (${meaning})`}`;
}

/** A bag's state in a word or two: a bag with failed tasks or missing outputs is finished, and not done. */
export function stateLabel(bag: Bag): string {
  const failed = failedTasks(bag);
  if (bag.state === 'done' && failed === 0 && bag.missingOutput !== null) {
    return `finished, ${count(bag.missingOutput.count)} without output`;
  }
  if (bag.state === 'running' && (failed > 0 || bag.breach !== null)) {
    return failed > 0 ? `running, ${count(failed)} failed` : 'running late';
  }
  return bag.state === 'done' && failed > 0 ? `finished, ${count(failed)} failed` : bag.state.replaceAll('-', ' ');
}

/** How a state looks: only a bag without failures and within its promise looks good. */
export function stateTone(bag: Bag): 'good' | 'bad' | 'wait' | 'active' | 'plain' {
  if (bag.breach !== null || failedTasks(bag) > 0 || ['given-up', 'stopped', 'unmatched', 'no-promise'].includes(bag.state)) {
    return 'bad';
  }
  switch (bag.state) {
    case 'done':
      return bag.missingOutput === null ? 'good' : 'wait';
    case 'quoted':
      return 'wait';
    case 'running':
      return 'active';
    default:
      return 'plain';
  }
}

export function credits(amount: string): string {
  return amount + (amount === '1' ? ' credit' : ' credits');
}

export function count(number: number): string {
  return number.toLocaleString('en-US');
}

export function progressText(bag: Bag): string {
  const failed = failedTasks(bag);
  return formatText('bag', failed === 0 ? 'progress' : 'progress-failed', {
    done: count(bag.done),
    tasks: count(bag.tasks),
    failed: count(failed),
  });
}

/** The tasks whose outputs are missing; null if there are none. */
export function missingOutputText(bag: Bag): string | null {
  const missing = bag.missingOutput;
  return missing === null
    ? null
    : formatText('bag', missing.count === 1 ? 'missing-output-one' : 'missing-output', {
        count: count(missing.count),
        tasks: missing.tasks.length <= 60 ? missing.tasks : `${missing.tasks.slice(0, 60)} …`,
      });
}

/** How many attempts have failed, and what follows; empty if none has. */
export function failedAttemptsText(bag: Bag): string {
  if (bag.failedAttempts === null) {
    return '';
  }
  const code = bag.state === 'stopped' ? 'stopped-page' : bag.ended === null ? 'attempts-failed-so-far' : 'attempts-failed';
  return formatText('bag', code, { count: count(bag.failedAttempts.count), tasks: count(bag.failedAttempts.tasks) });
}

/** A line about a bag, with the code of its text. */
export interface BagDetail {
  code: string;
  text: string;
}

/** The facts of a bag beside its state and progress. */
export function bagDetails(bag: Bag, nowMillis: number): BagDetail[] {
  const details: BagDetail[] = [];
  const add = (code: string, values: Record<string, string>): void => {
    details.push({ code, text: formatText('bag', code, values) });
  };
  if (bag.promise !== null) {
    // The distance from now says nothing about a bag that has ended.
    const by = bag.ended === null ? formatWithRelative(bag.promise.by, nowMillis) : formatTime(bag.promise.by);
    add('promised', { by, price: credits(bag.promise.price) });
  }
  if (bag.quote !== null) {
    add('quoted', {
      by: formatWithRelative(bag.quote.by, nowMillis),
      price: credits(bag.quote.price),
      expires: formatTime(bag.quote.expires),
    });
    details.push({ code: 'quote-expected', text: formatText('quote', 'expected', { by: formatWithRelative(bag.quote.expected, nowMillis) }) });
    if (bag.quote.surcharge) {
      details.push({ code: 'quote-surcharge', text: formatText('quote', 'surcharge', { price: credits(bag.quote.surcharge) }) });
    }
  }
  if (bag.paid !== '0') {
    const code = bag.ended === null ? 'paid' : 'paid-total';
    add(bag.budget === null ? code : `${code}-of-budget`, { paid: credits(bag.paid), budget: credits(bag.budget ?? '') });
  }
  if (bag.forecast !== null) {
    add('expected', { by: formatWithRelative(bag.forecast, nowMillis) });
  }
  const requirements: Record<string, string> = {
    ...(bag.deadline === null ? {} : { deadline: formatTime(bag.deadline) }),
    ...(bag.budget === null ? {} : { budget: credits(bag.budget) }),
  };
  if (Object.keys(requirements).length > 0) {
    add(Object.keys(requirements).join('-'), requirements);
  }
  if (bag.valuation !== null) {
    add('valuation', { valuation: credits(bag.valuation) });
  }
  if (bag.ended !== null) {
    const isDone = bag.state === 'done' && bag.promise !== null;
    add('ended', { ended: isDone ? `${formatTime(bag.ended)}, ${punctuality(bag)}` : formatWithRelative(bag.ended, nowMillis) });
  }
  if (bag.breach !== null) {
    add(bag.ended === null ? 'breach-running' : (BREACH_TEXTS.get(bag.breach.cause) ?? 'breach'), {
      provider: bag.breach.provider,
      cause: formatText('reason', bag.breach.cause),
      promised: formatTime(bag.breach.promised),
      ended: formatTime(bag.breach.ended),
    });
  }
  return details;
}

/** How long before or after its promised end a bag ended; empty without a promise or an end. */
export function punctuality(bag: Bag): string {
  if (bag.promise === null || bag.ended === null) {
    return '';
  }
  const lateMillis = new Date(bag.ended).getTime() - new Date(bag.promise.by).getTime();
  return lateMillis > 0
    ? `${formatDuration(lateMillis)} after the promised end`
    : `${formatDuration(-lateMillis)} before the promised end`;
}

/** When the offers were made and whether they are still valid; null while the bag has no promise. */
export function offersNote(bag: Bag, explanation: Explanation): string | null {
  const calls = explanation.history.filter((event) => event.event === 'called');
  const last = calls.at(-1);
  if (bag.promise === null || last === undefined) {
    return null;
  }
  const isCallingAgain = bag.ended === null && explanation.called.length > 0;
  // Later calls were for tasks that were lost, and may have reached no provider.
  const promised = explanation.history.findIndex((event) => event.event === 'promised');
  const beforePromise = explanation.history.slice(0, Math.max(0, promised)).filter((event) => event.event === 'called');
  const made = beforePromise.at(-1) ?? (isCallingAgain ? calls.at(-2) : undefined) ?? last;
  return isCallingAgain
    ? `Providers were called again at ${formatTime(last.at)} for the tasks that are left. These are the earlier offers, of ${formatTime(made.at)}.`
    : `Made at ${formatTime(made.at)}, before the promise. These offers are no longer valid.`;
}

const POLICIES: Record<string, string> = {
  budget: 'for the lowest price within deadline and budget',
  earliest: 'so that the bag ends as early as possible',
  plb: 'in proportion to the tasks that each provider can do in time',
  dplb: 'in proportion to the tasks that each provider can do and to its computing power',
  dplbv2: 'in proportion to the tasks that each provider can do and inversely to its remaining work',
  fewest: 'among as few providers as possible',
  cheapest: 'for the lowest price that meets the deadline',
  'free-time-slots': 'among the free slots of the providers',
};

/** How a composition policy divides the tasks. */
export function policyText(policy: string | null): string {
  return policy === null ? "by the market's policy" : (POLICIES[policy] ?? `by the policy ${policy}`);
}

/** How many providers were called, and how they replied. */
export function offersSummary(explanation: Explanation): string {
  const parts: string[] = [];
  const called = explanation.called.length;
  const offering = new Set(explanation.offers.map((offer) => offer.provider)).size;
  if (called > 0) {
    const code = explanation.notCalled > 0 ? 'called-some' : called === 1 ? 'called-one' : 'called';
    parts.push(formatText('offers', code, { count: String(called), all: String(called + explanation.notCalled) }));
  }
  const offeringCode = called > 0 ? 'offering' : offering === 1 ? 'offering-one-uncalled' : 'offering-uncalled';
  parts.push(formatText('offers', offeringCode, { count: String(offering) }));
  if (explanation.silent.length > 0) {
    parts.push(formatText('offers', 'silent', { providers: explanation.silent.join(', ') }));
  }
  if (explanation.calls > 1 && called > 0) {
    parts.push(formatText('offers', 'calls', { count: String(explanation.calls) }));
  }
  if (explanation.notCalled > 0 && called === 0) {
    parts.push(formatText('offers', 'not-called', { count: String(explanation.notCalled) }));
  }
  const summary = `${parts.join('; ')}.`;
  if (explanation.noPromiseReason === null) {
    return summary;
  }
  // The offers of a bag that has ended are not stored.
  return called === 0 && offering === 0 ? noPromiseText(explanation, explanation.noPromiseReason) : `${summary} ${noPromiseText(explanation, explanation.noPromiseReason)}`;
}

function noPromiseText(explanation: Explanation, reason: string): string {
  if (explanation.missingResource !== null) {
    return formatText('offers', 'no-promise-missing-resource', { reason: explanation.missingResource });
  }
  if (reason === 'no-offers') {
    const processors = `${count(explanation.processors)} processor${explanation.processors === 1 ? '' : 's'}`;
    return formatText('offers', 'no-promise-no-offers', { processors });
  }
  return explanation.noPromisePrice === null
    ? formatText('offers', 'no-promise', { reason: formatText('reason', reason) })
    : formatText('offers', `no-promise-${reason}`, { price: credits(explanation.noPromisePrice) });
}

/** Whether an offer is used, and if not, why. */
export function usageText(offer: Offer): string {
  if (offer.usedTasks > 0) {
    return formatText('offer', offer.usedTasks === offer.tasks ? 'used-all' : 'used-some', { tasks: count(offer.usedTasks) });
  }
  return offer.unusedReason === null
    ? formatText('offer', 'undecided')
    : formatText('offer', 'unused', { reason: formatText('unusedReason', offer.unusedReason) });
}

/** The text of an event in a bag's history. */
export function eventText(event: HistoryEvent): string {
  const values: Record<string, string> = {
    event: event.event,
    providers: event.providers.join(', '),
    by: event.by === null ? 'an unknown time' : formatTime(event.by),
    reason: formatText('reason', event.reason ?? ''),
    // The reason of a changed bid is its amount, that of a stop the number of failed tasks, and that of a call the number of
    // providers that were not called.
    amount: event.reason ?? '',
  };
  if (event.event === 'called' && event.providers.length === 0) {
    return formatText('bagEvent', 'called-none');
  }
  if (event.event === 'called' && event.reason !== null) {
    return formatText('bagEvent', 'called-some', values);
  }
  if (event.event === 'rescheduled' && event.from !== null && event.by !== null) {
    const delayMillis = new Date(event.by).getTime() - new Date(event.from).getTime();
    const duration = formatDuration(Math.abs(delayMillis));
    return formatText('bagEvent', delayMillis < 0 ? 'rescheduled-earlier' : 'rescheduled-later', { ...values, duration });
  }
  if (event.limits != null) {
    return limitsText(event.at, event.limits);
  }
  if (event.event === 'breached' && event.reason === 'tasks-exceeded-limit') {
    return formatText('bagEvent', 'breached-limit', values);
  }
  if (event.event === 'breached' && event.reason === 'database-restored') {
    return formatText('bagEvent', 'breached-restored', values);
  }
  return formatText('bagEvent', findText('bagEvent', event.event) === null ? 'other' : event.event, values);
}

/** The limits that were set from factors, and the offers between which they lie. */
function limitsText(at: string, limits: Limits): string {
  const bound = (one: Bound): string => `${formatDuration(new Date(one.by).getTime() - new Date(at).getTime())} for ${credits(one.price)}`;
  const code = limits.budget === null ? 'limits-set-deadline' : limits.deadline === null ? 'limits-set-budget' : 'limits-set';
  return formatText('bagEvent', code, {
    earliest: bound(limits.earliest),
    cheapest: bound(limits.cheapest),
    deadline: limits.deadline === null ? '' : formatTime(limits.deadline),
    budget: limits.budget === null ? '' : credits(limits.budget),
  });
}

/** Whether a quote meets the requirements of the bag. */
export function quoteVerdict(bag: Bag, quote: Quote): string {
  const sentences: string[] = [];
  if (bag.deadline !== null) {
    const lateMillis = new Date(quote.by).getTime() - new Date(bag.deadline).getTime();
    const late = quote.alternative === null ? 'late' : 'late-at-price';
    sentences.push(
      formatText('quote', lateMillis <= 0 ? 'in-time' : late, {
        deadline: formatTime(bag.deadline),
        by: formatTime(quote.by),
        duration: formatDuration(lateMillis),
      }),
    );
  }
  if (bag.budget !== null) {
    sentences.push(
      formatText('quote', Number(quote.price) <= Number(bag.budget) ? 'within-budget' : 'over-budget', {
        price: credits(quote.price),
        budget: credits(bag.budget),
      }),
    );
  }
  if (quote.alternative !== null) {
    sentences.push(
      formatText('quote', 'alternative', {
        by: formatTime(quote.alternative.by),
        price: credits(quote.alternative.price),
      }),
    );
  }
  return sentences.join(' ');
}

/** The result of composing the current offers. */
export function compositionText(composition: Composition, deadline: string | null, budget: string | null): string {
  if (composition.by === null) {
    return `The current offers do not cover the bag: ${count(composition.unplacedTasks)} tasks are left.`;
  }
  const sentences = [`All by ${formatTime(composition.by)}, for ${credits(composition.price)}.`];
  if (deadline !== null && !composition.meetsDeadline) {
    const lateMillis = new Date(composition.by).getTime() - new Date(deadline).getTime();
    sentences.push(`That is ${formatDuration(lateMillis)} after the deadline.`);
  }
  if (budget !== null && !composition.withinBudget) {
    sentences.push(`It costs more than the budget of ${credits(budget)}.`);
  }
  return sentences.join(' ');
}

export function taskStateText(task: Task, failures: FailedTasks[]): string {
  switch (task.state) {
    case 'succeeded':
      return 'succeeded';
    case 'succeeded-missing-output':
      return 'exited with 0, but outputs are missing: see out-refused in its results';
    case 'failed':
      return `failed with ${exitCodeText(task.exitCode, failures.find((failed) => failed.exitCode === task.exitCode)?.runtimeSeconds ?? null)}`;
    case 'placed':
      return 'assigned to a provider, no result yet';
    case 'open':
      return 'waiting for a provider';
    case 'not-done':
      return 'not done';
  }
}

/** The state of a part; a part without an end was stopped if its bag has ended. */
export function partStateText(part: Part, nowMillis: number, hasBagEnded: boolean): string {
  if (part.refused !== null) {
    return 'reservation refused';
  }
  if (part.ended !== null) {
    const lateMillis = new Date(part.ended).getTime() - new Date(part.by).getTime();
    return lateMillis > 0 ? `done ${formatDuration(lateMillis)} late` : 'done in time';
  }
  if (part.lost !== null) {
    return `lost: ${formatText('reason', part.lostCause ?? 'unknown')}`;
  }
  if (hasBagEnded) {
    return 'stopped';
  }
  const endMillis = new Date(part.expected ?? part.by).getTime();
  const byMillis = new Date(part.by).getTime();
  if (nowMillis > byMillis) {
    return 'overdue';
  }
  return endMillis > byMillis ? `expected ${formatDuration(endMillis - byMillis)} late` : 'running';
}

/** Formats a bid or an ask. They are comparable with each other but not amounts of credits. */
export function bidValue(value: number | null): string {
  return value === null ? '–' : Number(value.toPrecision(4)).toString();
}
