import { difference, thousandths } from '../lib/money';
import { credits } from '../text/bagText';
import { formatShort } from '../text/time';
import type { Project, ProjectMember, ProjectWarning } from './types';

const PERCENT = 100;
const WARNING_PERCENT = 80;

/** Charged for bags that ran, less penalties that providers paid back. */
export function spentOf(project: Project): string {
  return difference(difference(project.budget, project.available), project.held);
}

/** How much of the budget is held or spent, in whole percent, rounded down; 0 without a budget. */
export function usedPercent(project: Project): number {
  const budget = thousandths(project.budget);
  return budget <= 0 ? 0 : Math.floor((PERCENT * (budget - thousandths(project.available))) / budget);
}

/** The warning about the budget as it is now; null if enough is left. */
export function budgetWarning(project: Project): string | null {
  const percent = usedPercent(project);
  if (percent >= PERCENT) {
    return 'The budget is used up: all of it is held or spent.';
  }
  return percent >= WARNING_PERCENT ? `${percent} % of the budget is held or spent.` : null;
}

/** A warning that was recorded. */
export function warningText(warning: ProjectWarning): string {
  return `${warning.percent} % of the budget of ${credits(warning.budget)} was held or spent; ${credits(warning.available)} were left.`;
}

export type ProjectState = 'not started' | 'open' | 'ended';

/** Whether bags are accepted for the project. */
export function stateOf(project: Pick<Project, 'starts' | 'ends'>, nowMillis: number): ProjectState {
  if (new Date(project.starts).getTime() > nowMillis) {
    return 'not started';
  }
  return project.ends !== null && new Date(project.ends).getTime() <= nowMillis ? 'ended' : 'open';
}

export function periodText(project: Project, nowMillis: number): string {
  const starts = formatShort(project.starts, nowMillis);
  const ends = project.ends === null ? null : formatShort(project.ends, nowMillis);
  switch (stateOf(project, nowMillis)) {
    case 'not started':
      return `Bags are accepted from ${starts}${ends === null ? '' : ` until ${ends}`}.`;
    case 'ended':
      return `Ended at ${ends}: no new bags are accepted. Bags that run are not affected.`;
    default:
      return `Bags are accepted since ${starts}${ends === null ? ', without an end' : `, until ${ends}`}.`;
  }
}

/** What a member may still spend; null without a limit. */
export function leftOf(member: ProjectMember): string | null {
  return member.limit === null ? null : difference(member.limit, member.spent);
}

export function membershipText(member: ProjectMember): string {
  if (!member.isMember) {
    return 'removed';
  }
  return member.invited ? 'invited' : 'by a group';
}

/** A choice of who pays for a bag. */
export interface Payer {
  id: string;
  text: string;
}

/** The projects that can pay for a new bag, and the one that is chosen already, for example by a template. */
export function projectOptions(projects: Project[], chosen: string, nowMillis: number): Payer[] {
  const options = projects
    .filter((project) => project.role !== null && stateOf(project, nowMillis) === 'open')
    .map((project) => ({ id: project.id, text: `project ${project.id}: ${credits(project.available)} left` }));
  return chosen === '' || options.some((option) => option.id === chosen) ? options : [...options, { id: chosen, text: `project ${chosen}` }];
}

/** The instant at which the last day of a project ends in the time zone of the browser; null without a day. */
export function endOfDay(day: string): string | null {
  if (day === '') {
    return null;
  }
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + 1).toISOString();
}
