"""Line mode: the same course without escape sequences, for any terminal and any screen reader.

The door: `session.run`. `page` and `telling` turn pages and Runs into lines of text, which
commands that print text use too.
"""
