import { mount } from 'svelte';
import OwnerApp from './owner/OwnerApp.svelte';
import './style.css';

const target = document.getElementById('page');
if (target !== null) {
  mount(OwnerApp, { target });
}
