import { failedTasks, tasksToRetry, type Bag } from '../api/types';
import { count, credits, punctuality } from '../text/bagText';
import { formatText } from '../text/texts';
import { formatDuration, formatTime } from '../text/time';

/** How a bag is doing, and what the user can do next. */
export interface BagSummary {
  status: string;
  next: string;
  tone: 'good' | 'bad' | 'wait' | 'plain';
}

const NOTHING_TO_DO = 'You need not do anything.';
const millis = (instant: string): number => new Date(instant).getTime();
const taskText = (tasks: number): string => `${count(tasks)} ${tasks === 1 ? 'task' : 'tasks'}`;

/**
 * The summary of a bag.
 *
 * @param noPromiseReason the code of the reason why there is no promise, if it is known
 */
export function bagSummary(bag: Bag, noPromiseReason: string | null, nowMillis: number): BagSummary {
  switch (bag.state) {
    case 'bidding':
      return { status: 'The bag waits in the auction for a provider.', next: NOTHING_TO_DO, tone: 'wait' };
    case 'calling':
      return { status: 'The bag waits for offers of the providers.', next: NOTHING_TO_DO, tone: 'wait' };
    case 'quoted':
      return quoted(bag);
    case 'reserving':
    case 'held':
    case 'committing':
      return { status: 'The providers are reserving processors for the bag.', next: NOTHING_TO_DO, tone: 'wait' };
    case 'running':
      return running(bag, nowMillis);
    case 'done':
      return done(bag);
    case 'no-promise':
      return {
        status: `${noPromiseReason === null ? 'No promise was made' : `No promise: ${formatText('reason', noPromiseReason)}`}. Nothing ran.`,
        next:
          noPromiseReason === 'insufficient-funds'
            ? 'Ask the operator for credits, or use this bag as a template, with fewer tasks.'
            : noPromiseReason === 'project-budget-exceeded' || noPromiseReason === 'member-limit-exceeded'
              ? 'Ask a manager of the project, or use this bag as a template, with fewer tasks.'
            : 'Look at its offers, then use this bag as a template, with a later deadline or a higher budget.',
        tone: 'bad',
      };
    case 'unmatched':
      return {
        status: 'No provider in the auction could meet the deadline. Nothing ran.',
        next: 'Use this bag as a template, with a later deadline or a higher valuation.',
        tone: 'bad',
      };
    case 'declined':
      return {
        status: 'The quote was declined or has expired. Nothing ran, and nothing was charged.',
        next: 'Use this bag as a template to get another quote.',
        tone: 'plain',
      };
    case 'cancelled':
      return { status: `Cancelled: ${resultsSoFar(bag)}`, next: nextRetry(bag), tone: 'plain' };
    case 'stopped':
      return {
        status: `Stopped, because the first tasks that ran all failed: ${resultsSoFar(bag)}`,
        next: 'Look at the failed attempts below and correct the cause, then retry the tasks.',
        tone: 'bad',
      };
    case 'given-up':
      return { status: `Given up, because no provider could run the tasks that are left: ${resultsSoFar(bag)}`, next: nextRetry(bag), tone: 'bad' };
  }
}

function quoted(bag: Bag): BagSummary {
  const until = bag.quote === null ? '' : ` until ${formatTime(bag.quote.expires)}`;
  return { status: `A quote waits for your answer${until}.`, next: 'Accept or decline it. Nothing runs before that.', tone: 'wait' };
}

function running(bag: Bag, nowMillis: number): BagSummary {
  const left = bag.tasks - bag.done;
  const promisedMillis = bag.promise === null ? null : millis(bag.promise.by);
  const forecastMillis = bag.forecast === null ? promisedMillis : millis(bag.forecast);
  const expected = forecastMillis === null || forecastMillis < nowMillis ? '' : `, expected by ${formatTime(forecastMillis)}`;
  if (promisedMillis !== null && (bag.breach !== null || nowMillis > promisedMillis)) {
    return {
      status: `Late: the promised end was ${formatTime(promisedMillis)}, and ${taskText(left)} ${left === 1 ? 'is' : 'are'} left${expected}.`,
      next: 'You can wait, or cancel the bag. Results received so far are kept.',
      tone: 'bad',
    };
  }
  if (promisedMillis !== null && forecastMillis !== null && forecastMillis > promisedMillis) {
    return {
      status: `At risk${expected}, ${formatDuration(forecastMillis - promisedMillis)} after the promised end.`,
      next: 'You can wait, or cancel the bag. If a provider is late, the server looks for another one.',
      tone: 'wait',
    };
  }
  const failed = failedTasks(bag);
  if (failed > 0) {
    return {
      status: `On time${expected}, but ${count(failed)} of ${count(bag.done)} ended ${bag.done === 1 ? 'task' : 'tasks'} failed.`,
      next: `Read the output of task ${firstFailed(bag)}, and cancel the bag if the other tasks will fail too.`,
      tone: 'bad',
    };
  }
  const early = promisedMillis === null || forecastMillis === null ? 0 : promisedMillis - forecastMillis;
  return {
    status: `On time${expected}${early < 1000 ? '' : `, ${formatDuration(early)} before the promised end`}.`,
    next: NOTHING_TO_DO,
    tone: 'good',
  };
}

function done(bag: Bag): BagSummary {
  const failed = failedTasks(bag);
  const when = bag.promise === null || bag.ended === null ? '' : `, ${punctuality(bag)}`;
  if (failed > 0) {
    return {
      status: `Finished, but ${count(failed)} of ${taskText(bag.tasks)} failed${when}.`,
      next: `Read the output of task ${firstFailed(bag)} to see why, then retry ${failed === 1 ? 'it' : 'them'}.`,
      tone: 'bad',
    };
  }
  if (bag.missingOutput !== null) {
    return {
      status: `Finished, but outputs of ${taskText(bag.missingOutput.count)} are missing${when}.`,
      next: 'Download the results: out-refused in the folder of a task says which outputs are missing, and why. Open a task to download outputs that were too large.',
      tone: 'wait',
    };
  }
  const paid = bag.paid === '0' ? '' : `, for ${credits(bag.paid)}`;
  return {
    status: `Finished: ${bag.tasks === 1 ? 'the task' : `all ${taskText(bag.tasks)}`} succeeded${when}${paid}.`,
    next: 'Download the results.',
    tone: bag.breach === null ? 'good' : 'bad',
  };
}

function resultsSoFar(bag: Bag): string {
  return bag.done === 0 ? 'no task has a result.' : `${count(bag.done)} of ${taskText(bag.tasks)} ${bag.done === 1 ? 'has a result' : 'have results'}.`;
}

function nextRetry(bag: Bag): string {
  const results = bag.done === 0 ? '' : 'Download the results, or ';
  const retry = `retry the ${taskText(tasksToRetry(bag))} that failed or were not done.`;
  return results === '' ? `You can ${retry}` : results + retry;
}

function firstFailed(bag: Bag): string {
  return bag.failed[0]?.tasks.split(/[-,]/)[0] ?? '0';
}
