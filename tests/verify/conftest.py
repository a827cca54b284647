from tests.course.conftest import course, english

__all__ = ["course", "english"]
