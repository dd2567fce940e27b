import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import MermaidDiagram from './MermaidDiagram.vue'

// Without the default theme's fonts: the site loads nothing from elsewhere, and the system's fonts are fine.
export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('MermaidDiagram', MermaidDiagram)
  },
} satisfies Theme
