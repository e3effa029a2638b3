/** A text that may hold HTML, as a page shows it. Source: Contract 26. */
import { pageHtml } from '../lib/html.js';
import { toPlainText } from '../lib/plain-text.js';
import { limits } from '../limits.js';

/** The text; nothing for an empty one. */
export function Prose({ text }: { text: string }) {
  if (text.trim() === '') return null;
  if (text.length > limits.shownHtmlChars) {
    return (
      <div class="prose plain" dir="auto">
        {toPlainText(text)}
      </div>
    );
  }
  return <div class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: pageHtml(text) }} />;
}
