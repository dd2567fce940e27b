import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { slugify } from './slug.mjs'

const docs = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** The groups of pages, read from the tables of an index, which is the only list of pages. */
function groups(index: string) {
  const folder = path.dirname(index)
  const found: { text: string; collapsed: boolean; items: { text: string; link: string }[] }[] = []
  for (const line of fs.readFileSync(path.join(docs, index), 'utf8').split('\n')) {
    const heading = line.match(/^## ([^:]+)/)?.[1]
    if (heading) found.push({ text: heading, collapsed: true, items: [] })
    const page = line.match(/^\| \[([^\]]+)\]\((?:\.\/)?([^)]+)\.md\)/)
    if (page && found.length > 0) found[found.length - 1].items.push({ text: page[1], link: '/' + path.join(folder, page[2]) })
  }
  return found
}

export default defineConfig({
  title: 'Tender',
  description: 'Runs bags of tasks by their deadline on clusters that belong to other people',
  lang: 'en-GB',
  outDir: process.env.DOCS_SITE,
  lastUpdated: false,
  markdown: {
    anchor: { slugify },
    config(md) {
      // Braces in code are code, not Vue's.
      md.renderer.rules.code_inline = (tokens, i) => `<code v-pre>${md.utils.escapeHtml(tokens[i].content)}</code>`
      // A diagram is drawn in the browser; without scripts its source is shown.
      const fence = md.renderer.rules.fence!
      md.renderer.rules.fence = (tokens, i, options, env, self) =>
        tokens[i].info.trim() === 'mermaid'
          ? `<MermaidDiagram source="${encodeURIComponent(tokens[i].content)}" />\n`
          : fence(tokens, i, options, env, self)
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: groups('index.md').map((group) => ({ text: group.text, link: group.items[0].link })),
    sidebar: groups('index.md'),
  },
})
