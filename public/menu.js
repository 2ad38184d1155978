// The menu of the header closes on Escape, on a press beside it and when the focus goes elsewhere: it never covers what
// has the focus. Without this script it opens in the flow of the page.
const menu = document.querySelector('.site-menu');
const [button] = menu.children;
menu.classList.add('site-menu-over');

for (const leaving of ['focusin', 'pointerdown'])
  addEventListener(leaving, ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  });
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu.open) return;
  menu.open = false;
  button.focus();
});
// A press does not give the focus in Safari, which would stay under the menu.
menu.addEventListener('toggle', () => {
  if (menu.open && !menu.contains(document.activeElement)) button.focus();
});
// What is typed or ticked, and not sent yet, stays when the language changes.
menu.querySelector('[action="/language"]')?.addEventListener('formdata', ({ formData }) => {
  const form = document.querySelector('main form[method=get]');
  const isChanged = ({ value, defaultValue, checked, defaultChecked }) =>
    value !== defaultValue || checked !== defaultChecked;
  if (!form || ![...form.querySelectorAll('input')].some(isChanged)) return;
  for (const [name] of new FormData(form)) formData.delete(name);
  for (const field of new FormData(form)) formData.append(...field);
});
