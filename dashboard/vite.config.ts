import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The page is one script and one stylesheet, with names that change with their content. The server forbids inline
// scripts and styles, so nothing is inlined.
export default defineConfig({
  root: 'src/main',
  base: '/',
  plugins: [svelte({ configFile: '../../svelte.config.js' })],
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { fs: { allow: ['../../..'] } },
  test: {
    root: '.',
    include: ['src/test/**/*.test.ts'],
    environment: 'node',
  },
});
