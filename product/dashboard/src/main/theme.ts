/** Light, dark, or the system's setting. Stored in the browser. */
export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'tender-theme';

export function savedTheme(): Theme {
  const saved = localStorage.getItem(KEY);
  return saved === 'light' || saved === 'dark' ? saved : 'auto';
}

export function useTheme(theme: Theme): void {
  if (theme === 'auto') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}
