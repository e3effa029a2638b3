/** A text that may hold HTML, as a page shows it. Source: Contract 26. */
import { toPlainText } from '../../lib/plain-text.js';

/** The text; nothing for an empty one. */
export function Prose({ text }: { text: string }) {
  if (text.trim() === '') return null;
  return (
    <div class="prose" dir="auto">
      {toPlainText(text)}
    </div>
  );
}
