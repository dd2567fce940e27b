import { mount } from 'svelte';
import App from './App.svelte';
import './style.css';

const target = document.getElementById('page');
if (target !== null) {
  mount(App, { target });
}
