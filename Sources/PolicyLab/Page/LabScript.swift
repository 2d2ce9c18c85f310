/// The page's script: it sends the question while the user types, and replaces the answer.
///
/// Without it, the page works by its forms' buttons.
package enum LabScript {
  /// The file that the page loads as `lab.js`.
  package static let text = #"""
    'use strict';
    (() => {
    const $ = id => document.getElementById(id);
    const edit = $('edit'), field = $('text'), tryForm = $('try'), status = $('status');
    document.documentElement.classList.add('live');
    const say = (text, bad) => { status.textContent = text; status.className = bad ? 'bad' : ''; };
    const gone = () => say('The lab has ended. Start it again; what is typed here stays.', true);

    // One question at a time; of those that come meanwhile the last is asked.
    function asker(ask) {
      let busy = false, next = null;
      return async function go(value) {
        if (busy) { next = {value}; return; }
        busy = true;
        try { await ask(value); } catch (error) { gone(); }
        busy = false;
        if (next) { const {value} = next; next = null; go(value); }
      };
    }

    function parse(html) {
      const template = document.createElement('template');
      template.innerHTML = html;
      return template.content;
    }

    // Puts new content in place and keeps which tables are open.
    function exchange(old, fresh) {
      if (old.innerHTML === fresh.innerHTML) return;
      const key = d => (d.closest('figure, section') || d).id + d.querySelector('summary').textContent;
      const open = new Set([...old.querySelectorAll('details[open]')].map(key));
      for (const d of fresh.querySelectorAll('details')) if (open.has(key(d))) d.open = true;
      old.replaceChildren(...fresh.childNodes);
    }

    function fields(form) { return [...form.querySelectorAll('input, textarea, select, button')]; }

    function takeOver(content, by) {
      const answer = content.querySelector('#answer'), query = answer.dataset.query;
      const now = fields(edit), then = fields(content.querySelector('#edit'));
      if (now.length === then.length) now.forEach((a, i) => {
        const b = then[i];
        a.disabled = b.disabled;
        if (a === document.activeElement || a.name === 'find' || a.type === 'submit') return;
        if (a.type === 'checkbox' || a.type === 'radio') a.checked = b.checked;
        else if (a.value !== b.value && !(a === field && by === 'text')) a.value = b.value;
      });
      field.setAttribute('aria-invalid', content.querySelector('#text').getAttribute('aria-invalid'));
      exchange($('problems'), content.querySelector('#problems'));
      exchange($('tabs'), content.querySelector('#tabs'));
      const old = $('answer');
      const whole = answer.dataset.state === 'whole' || !old.querySelector('#cards');
      old.classList.toggle('stale', !whole);
      if (whole) {
        const cards = old.querySelector('#cards'), fresh = answer.querySelector('#cards');
        if (cards && fresh) { exchange(cards, fresh); fresh.replaceWith(cards); }
        const kept = new Map([...old.children].filter(e => e.id).map(e => [e.id, e]));
        const parts = [...answer.children].map(part => {
          const had = kept.get(part.id);
          if (!had || had.tagName !== part.tagName) return part;
          if (had !== cards) exchange(had, part);
          return had;
        });
        old.replaceChildren(...parts);
      }
      old.dataset.query = query;
      if (whole) $('share').textContent = answer.dataset.share;
      history.replaceState(null, '', './?' + query);
      $('save').href = 'report.html?' + query;
      tryForm.action = 'try?' + query;
      copyButtons();
    }

    const ask = asker(async by => {
      const query = new URLSearchParams(new FormData(edit));
      query.delete('find');
      query.set('by', by);
      const reply = await fetch('answer?' + query, {cache: 'no-store'});
      const text = await reply.text();
      if (!reply.ok) { say(text, true); return; }
      takeOver(parse(text), by);
      say($('answer').classList.contains('stale') ? 'The answer is that of the last text without an error.' : '');
      if ($('password').value) attempt();
    });

    const attempt = asker(async () => {
      const value = $('password').value;
      if (!value) { $('tried').replaceChildren(); return; }
      const reply = await fetch(tryForm.action + '&part=1', {
        method: 'POST', cache: 'no-store', body: new URLSearchParams({password: value}),
      });
      if (!reply.ok) { say(await reply.text(), true); return; }
      const fresh = parse(await reply.text()).querySelector('#tried');
      if ($('password').value) exchange($('tried'), fresh);
    });

    edit.addEventListener('input', event => {
      if (event.target.name === 'find') return;
      ask(event.target.closest('#controls') ? 'controls' : 'text');
    });
    edit.addEventListener('submit', event => {
      const by = event.submitter && event.submitter.name === 'by' ? event.submitter.value : null;
      if (!by) return;
      event.preventDefault();
      if (by === 'text' && document.activeElement.name === 'find') {
        edit.querySelector('button[value=use]').click();
      } else ask(document.activeElement.closest('#controls') ? 'controls' : by);
    });
    $('password').addEventListener('input', () => attempt());
    tryForm.addEventListener('submit', event => { event.preventDefault(); attempt(); });

    // A place in the text is a step away.
    $('problems').addEventListener('click', event => {
      const place = event.target.dataset.place;
      if (!place) return;
      event.preventDefault();
      const [line, column] = place.split(':').map(Number);
      const lines = field.value.split('\n');
      const at = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0)
        + [...(lines[line - 1] || '')].slice(0, column - 1).join('').length;
      field.focus();
      field.setSelectionRange(at, at);
    });

    function copyButtons() {
      if (!navigator.clipboard) return;
      for (const code of document.querySelectorAll('code.copy')) {
        if (code.nextElementSibling) continue;
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'Copy';
        button.addEventListener('click', async () => {
          await navigator.clipboard.writeText(code.textContent.trim());
          button.textContent = 'Copied';
          setTimeout(() => { button.textContent = 'Copy'; }, 1500);
        });
        code.after(' ', button);
      }
    }
    copyButtons();
    // A page from the browser's history has the fields of then.
    addEventListener('pageshow', event => { if (event.persisted) ask('text'); });
    })();

    """#
}
