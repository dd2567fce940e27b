/** The page to show, from the URL's fragment. An unknown fragment is the overview. */
export type Route =
  | { page: 'overview' }
  | { page: 'bags'; filter: string | null }
  | { page: 'bag'; id: string; task: number | null }
  | { page: 'quote'; template: string | null }
  | { page: 'providers'; id: string | null }
  | { page: 'auction' }
  | { page: 'account' }
  | { page: 'projects'; id: string | null }
  | { page: 'operator'; tab: OperatorTab };

export type OperatorTab = 'users' | 'providers' | 'accounts' | 'bags' | 'audit';
export const OPERATOR_TABS: readonly OperatorTab[] = ['users', 'providers', 'accounts', 'bags', 'audit'];

export function routeOf(hash: string): Route {
  const [page, id, more, task] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  switch (page) {
    case 'bag':
      return id
        ? { page: 'bag', id, task: more === 'task' && /^\d{1,9}$/.test(task ?? '') ? Number(task) : null }
        : { page: 'bags', filter: null };
    case 'quote':
      return { page: 'quote', template: id || null };
    case 'providers':
      return { page: 'providers', id: id || null };
    case 'auction':
      return { page: 'auction' };
    case 'account':
      return { page: 'account' };
    case 'projects':
      return { page: 'projects', id: id || null };
    case 'operator':
      return { page: 'operator', tab: OPERATOR_TABS.find((tab) => tab === id) ?? 'users' };
    case 'bags':
      return { page: 'bags', filter: id || null };
    default:
      return { page: 'overview' };
  }
}

/** The list of bags, with a filter. */
export function bagsLink(filter: string | null = null): string {
  return filter === null ? '#/bags' : `#/bags/${filter}`;
}

export function bagLink(id: string, task: number | null = null): string {
  return `#/bag/${encodeURIComponent(id)}` + (task === null ? '' : `/task/${task}`);
}

/** The page for a new bag, filled in like an earlier bag. */
export function templateLink(id: string): string {
  return `#/quote/${encodeURIComponent(id)}`;
}

export function providerLink(id: string): string {
  return `#/providers/${encodeURIComponent(id)}`;
}

/** The projects of the user. */
export const PROJECTS_LINK = '#/projects';

export function projectLink(id: string): string {
  return `${PROJECTS_LINK}/${encodeURIComponent(id)}`;
}

/** A page for operators and auditors. */
export function operatorLink(tab: OperatorTab): string {
  return `#/operator/${tab}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
