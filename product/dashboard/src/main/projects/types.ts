/** The resources of projects, as in openapi.yaml. */
export type ProjectRole = 'member' | 'manager';

export interface Project {
  id: string;
  title: string;
  starts: string;
  ends: string | null;
  showsBags: boolean;
  groups: string[];
  quotas: { openBags: number | null; openTasks: number | null; storedBytes: number | null };
  /** What was deposited, less what was withdrawn. */
  budget: string;
  /** What is neither held nor spent. */
  available: string;
  held: string;
  /** Of the user; null for an operator or auditor who is not a member. */
  role: ProjectRole | null;
}

export interface ProjectMember {
  user: string;
  role: ProjectRole;
  /** False of a former member who has spent something. */
  isMember: boolean;
  /** False of a member only through a group of the identity provider. */
  invited: boolean;
  limit: string | null;
  /** Held for the member's bags, and charged for them. */
  spent: string;
}

export interface ProjectWarning {
  at: string;
  percent: 80 | 100;
  budget: string;
  available: string;
}

export interface ProjectDetail {
  project: Project;
  own: ProjectMember | null;
  members: ProjectMember[];
  mayManage: boolean;
  warnings: ProjectWarning[];
}

/** What a provider was paid for the bags of a member on a day (UTC). */
export interface UsageRow {
  day: string;
  user: string;
  provider: string;
  charged: string;
  penalties: string;
}

export interface ProjectBag {
  id: string;
  user: string;
  name: string;
  submitted: string;
}

export interface ProjectSettings {
  title: string;
  ends: string | null;
  showsBags: boolean;
}
