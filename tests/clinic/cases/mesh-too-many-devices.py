import jax

jax.config.update("jax_num_cpu_devices", 2)
mesh = jax.make_mesh((4, 2), ("data", "model"))
print(mesh)
