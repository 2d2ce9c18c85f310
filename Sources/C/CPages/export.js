'use strict';
(async () => {
const $ = id => document.getElementById(id);
const lists = ['length', 'kinds', 'list'].map($), named = $('name'), answer = $('answer');

// For each part of an answer, what it is for each policy.
const packed = Uint8Array.from(atob($('answers').textContent), letter => letter.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
const parts = await new Response(stream).json();

function show() {
  const number = named.value === '' ? lists.reduce((sum, list) => sum + Number(list.value), 0) : Number(named.value);
  const key = details => (details.closest('figure, section') || details).id + details.querySelector('summary').textContent;
  const open = new Set([...answer.querySelectorAll('details[open]')].map(key));
  answer.innerHTML = parts.map(part => part[number]).join('');
  for (const details of answer.querySelectorAll('details')) if (open.has(key(details))) details.open = true;
}
for (const list of lists) list.addEventListener('change', () => { named.value = ''; show(); });
named.addEventListener('change', show);
$('choose').addEventListener('submit', event => event.preventDefault());
show();
})();
