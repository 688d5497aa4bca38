"""The Alembic environment that runs the database migrations on the connection passed by `database.migrate`."""

from alembic import context

from parlour.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
