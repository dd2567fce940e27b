import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Two pages: the market's dashboard and the owner page. The names of scripts and styles change with their content. The
// content security policy forbids inline scripts and styles, so nothing is inlined.
export default defineConfig({
  root: 'src/main',
  base: '/',
  plugins: [svelte({ configFile: '../../svelte.config.js' })],
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { input: ['src/main/index.html', 'src/main/owner.html'], checks: { bundlerTimings: false } },
  },
  server: { fs: { allow: ['../../..'] } },
  test: {
    root: '.',
    include: ['src/test/**/*.test.ts'],
    environment: 'node',
  },
});
